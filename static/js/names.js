// Keys for the page that decides who is who. Without this file every form works by mouse, touch, Tab and Enter.
//
// Arrows and Enter are the browser's own: they choose in a group of radio buttons and send its form. This file keeps the focus on the
// name that is next, sends "new player" for N, goes on for S, and leaves out of "accept all" what was chosen otherwise. A and U are
// pressed by keys.js.

"use strict";

const doubtful = () => [...document.querySelectorAll(".names-doubtful form.name")];

function current() {
  const form = document.activeElement.closest("form.name");
  if (form) return form;
  const fold = document.activeElement.closest("details.name-fold");
  return fold ? fold.querySelector("form.name") : null;
}

function focusOn(form) {
  const radio = form && (form.querySelector("input[type=radio]:checked") || form.querySelector("input[type=radio]"));
  if (!radio) return;
  const fold = form.closest("details.name-fold");
  if (fold) fold.open = true;
  radio.focus();
  form.scrollIntoView({ block: "nearest" });
}

function goOn(form) {
  const forms = doubtful();
  focusOn(forms[forms.indexOf(form) + 1] || forms[0]);
}

function sendNew(form) {
  form.querySelector("input[value=new]").checked = true;
  form.requestSubmit();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (event.target.matches("input:not([type=radio]), textarea, select")) return;
  const latin = /^[a-z]$/i.test(event.key) ? event.key : event.code.replace(/^Key/, "");
  const form = current();
  if (!form && ["ArrowDown", "ArrowUp"].includes(event.key) && doubtful().length && document.activeElement === document.body) {
    focusOn(doubtful()[0]);
  } else if (latin.toLowerCase() === "n" && (form || doubtful().length)) {
    sendNew(form || doubtful()[0]);
  } else if (latin.toLowerCase() === "s" && (form || doubtful().length)) {
    goOn(form || doubtful().at(-1));
  } else {
    return;
  }
  event.preventDefault();
});

// "Later" sent by Enter needs no server.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.name");
  if (!form || form.querySelector("input[type=radio]:checked")?.value !== "later") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  goOn(form);
}, true);

// What somebody has chosen otherwise is not accepted along with the rest.
document.addEventListener("change", (event) => {
  const form = event.target.closest(".names-certain form.name");
  if (!form) return;
  const [entry, choice] = [form.elements.entry.value, form.querySelector("input[type=radio]:checked").value];
  document.querySelectorAll(`.names-accept input[name=shown][value^="${entry}:"]`).forEach((shown) => {
    shown.disabled = shown.value !== `${entry}:${choice}`;
  });
});

let place = 0;
document.addEventListener("htmx:beforeRequest", (event) => {
  place = Math.max(0, doubtful().indexOf(event.target.closest("form.name")));
});
document.addEventListener("htmx:afterSettle", () => {
  const forms = doubtful();
  const next = forms[place] || forms[0] || null;
  if (next) focusOn(next);
  else document.querySelector(".names-accept button, #names .notice-success a")?.focus(); // never "undo": Enter is still under the finger
});

if (!document.querySelector(".names-accept") && document.activeElement === document.body) focusOn(doubtful()[0]);
