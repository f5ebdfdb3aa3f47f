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

  // Share a file, such as a picture, which chats show; where that can't be done its link opens or saves it.
  async function shareFile(link) {
    try {
      const got = await fetch(link.dataset.file);
      if (!got.ok) throw new Error("no file");
      const content = await got.blob();
      const files = [new File([content], link.dataset.name, { type: content.type })];
      if (!navigator.canShare({ files })) throw new Error("no files");
      await navigator.share({ title: link.dataset.title, files });
      if ("sent" in link.dataset) await fetch(link.dataset.sent);
    } catch (error) {
      if (error.name !== "AbortError") location.assign(link.href);
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-share], [data-print], [data-file]");
    if (!button) return;
    if ("copy" in button.dataset) return void copyAndSay(button);
    if ("print" in button.dataset) return window.print();
    if (!navigator.share) return; // the link leads to the text, or to the picture
    event.preventDefault();
    if ("file" in button.dataset) return void shareFile(button);
    navigator.share({ title: button.dataset.title, text: text(button.dataset.share).value }).catch(() => {});
  });

  const offer = () => document.querySelectorAll("[data-copy], [data-print]").forEach((button) => { button.hidden = false; });
  document.addEventListener("bower:room", offer);
  offer();
})();
