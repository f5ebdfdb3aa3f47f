// Copy, share (text or picture) and print. Nothing depends on it: without it these buttons stay hidden and the text can be marked.
(() => {
  const text = (id) => document.getElementById(id);

  async function copy(id) {
    const field = text(id);
    if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
    field.select(); // a plain-HTTP address has no clipboard of its own
    if (!document.execCommand("copy")) throw new Error("not copied");
  }

  async function copyAndSay(button) {
    const label = button.textContent;
    try {
      await copy(button.dataset.copy);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Mark it and copy by hand";
      text(button.dataset.copy).select();
    }
    setTimeout(() => { button.textContent = label; }, 2500);
  }

  // Share a picture as a file, which chats show; where that can't be done its link opens it.
  async function sharePicture(link) {
    try {
      const got = await fetch(link.dataset.picture);
      if (!got.ok) throw new Error("no picture");
      const files = [new File([await got.blob()], "bower.png", { type: "image/png" })];
      if (!navigator.canShare({ files })) throw new Error("no files");
      await navigator.share({ title: link.dataset.title, files });
    } catch (error) {
      if (error.name !== "AbortError") location.assign(link.href);
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-share], [data-print], [data-picture]");
    if (!button) return;
    if ("copy" in button.dataset) return void copyAndSay(button);
    if ("print" in button.dataset) return window.print();
    if (!navigator.share) return; // the link leads to the text, or to the picture
    event.preventDefault();
    if ("picture" in button.dataset) return void sharePicture(button);
    navigator.share({ title: button.dataset.title, text: text(button.dataset.share).value }).catch(() => {});
  });

  for (const button of document.querySelectorAll("[data-copy], [data-print]")) button.hidden = false;
})();
