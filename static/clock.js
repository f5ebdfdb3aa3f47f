// The clock of a round counts down to a time of the server, whatever this phone's own clock says if the page says that time too;
// and rings, where that is switched on.
(() => {
  const FIVE = 300, EVERY = 250, TONES = [880, 1174.7, 880];
  const bell = document.getElementById("bell");
  const read = () => { try { return localStorage.getItem("bower-bell") === "on"; } catch { return false; } };
  let on = read(), sound, told, at, before;

  function left({ now, ends }) {
    if (!now) return Math.max(0, Math.ceil((Date.parse(ends) - Date.now()) / 1000));
    if (told !== now) [told, at] = [now, performance.now()];
    return Math.max(0, Math.ceil((Date.parse(ends) - Date.parse(now) - performance.now() + at) / 1000));
  }

  function tick() {
    const clock = document.querySelector("[data-clock]");
    if (!clock?.dataset.ends) return void (before = undefined);
    const seconds = left(clock.dataset), time = clock.querySelector(".time");
    const text = seconds ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "Time’s up";
    if (time.textContent !== text) time.textContent = text;
    clock.toggleAttribute("data-up", !seconds);
    if (before > FIVE && seconds <= FIVE || before > 0 && !seconds) ring(seconds ? 1 : 3);
    before = seconds;
  }

  function ring(times) {
    if (!on || !sound) return;
    for (let stroke = 0; stroke < times; stroke += 1)
      TONES.forEach((frequency, place) => {
        const start = sound.currentTime + stroke * 1.2 + place * 0.18;
        const tone = new OscillatorNode(sound, { frequency }), loud = new GainNode(sound, { gain: 0.25 });
        loud.gain.setValueAtTime(0.25, start);
        loud.gain.exponentialRampToValueAtTime(0.001, start + 0.9);
        tone.connect(loud).connect(sound.destination);
        tone.start(start);
        tone.stop(start + 0.9);
      });
  }

  function show() {
    if (!bell) return;
    bell.hidden = !window.AudioContext;
    bell.textContent = on ? "Bell on" : "Bell off";
    bell.setAttribute("aria-pressed", on);
  }

  // Browsers let a page sound only after a tap on it.
  const wake = () => { if (on) (sound ??= new AudioContext()).resume(); };
  bell?.addEventListener("click", () => {
    on = !on;
    try { localStorage.setItem("bower-bell", on ? "on" : "off"); } catch { /* for as long as the page is open */ }
    show();
    wake();
    if (on) ring(1);
  });
  document.addEventListener("click", wake);
  show();
  tick();
  setInterval(tick, EVERY);
})();
