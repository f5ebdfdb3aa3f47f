// A passkey: the phone's keychain keeps it, and brings it along to the next phone. Without script, or a browser that knows none, there is no button.
(() => {
  const form = document.querySelector(".passkey");
  if (!form || !window.PublicKeyCredential) return;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

  async function asked() {
    const publicKey = JSON.parse(form.dataset.options);
    publicKey.challenge = bytes(publicKey.challenge);
    if (!publicKey.user) return navigator.credentials.get({ publicKey });
    publicKey.user.id = bytes(publicKey.user.id);
    return navigator.credentials.create({ publicKey });
  }

  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { credential } = form.elements, told = form.querySelector("[role=status]");
    told.hidden = true;
    try {
      const { id, rawId, type, response } = await asked();
      const parts = PARTS.filter((name) => response[name]).map((name) => [name, text(response[name])]);
      credential.value = JSON.stringify({ id, rawId: text(rawId), type, response: Object.fromEntries(parts), clientExtensionResults: {} });
      form.submit();
    } catch {
      told.hidden = false;
    }
  });
})();
