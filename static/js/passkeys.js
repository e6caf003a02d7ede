// Ties allauth's script for passkeys to the form that is marked for it: signing in, adding a passkey, confirming with one.

"use strict";

const ways = { login: "loginForm", add: "addForm", confirm: "authenticateForm" };
const inFigures = /^[\d.]+$|^\[/; // 127.0.0.1, [::1]: a passkey belongs to a name

document.querySelectorAll("form[data-passkey]").forEach((form) => {
  const way = form.dataset.passkey;
  const button = form.querySelector("[data-passkey-button]");
  const credential = form.querySelector("[name=credential]");
  const passwordless = form.querySelector("[name=passwordless]");
  const told = form.querySelector("[data-passkey-failed]");
  if (inFigures.test(window.location.hostname)) {
    form.querySelector("[data-passkey-figures]").hidden = false;
    return;
  }
  if (!window.PublicKeyCredential || !window.isSecureContext) {
    form.querySelector("[data-passkey-unknown]").hidden = false;
    return;
  }
  button.hidden = false;
  window.allauth.webauthn.forms[ways[way]]({
    ids: {
      login: button.id,
      add: button.id,
      authenticate: button.id,
      credential: credential.id,
      passwordless: passwordless ? passwordless.id : undefined,
      data: "js_data",
    },
  });
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    told.hidden = false;
  });
});
