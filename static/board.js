// The board: keep the screen on while it is shown, and offer full screen. Without script it is the same board.
(() => {
  const awake = document.getElementById("awake");
  const button = document.querySelector("[data-full]");
  let lock, asking;

  async function keepOn() {
    if (document.hidden || asking || lock && !lock.released) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", say);
    } catch {
      lock = undefined; // no such thing in this browser or over plain HTTP, or the battery is low
    }
    asking = false;
    say();
  }

  function say() {
    awake.textContent = lock && !lock.released ? "Screen stays on" : "The screen may go dark";
    awake.hidden = false;
  }

  function label() {
    button.textContent = document.fullscreenElement ? "Exit full screen" : "Full screen";
  }

  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  });
  document.addEventListener("fullscreenchange", label);
  document.addEventListener("fullscreenchange", keepOn);
  document.addEventListener("visibilitychange", keepOn);
  document.addEventListener("click", keepOn);
  keepOn();
})();
