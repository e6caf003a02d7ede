// Keys for the page that decides who is who. Without this file every form works by mouse, touch, Tab and Enter.
//
// Arrows walk through the folded names; in an open one they are the browser's own and choose in its group of radio buttons. Enter
// confirms the name that has the focus, folded or not. This file keeps the focus on the name that is next, sends "new player" for N, goes
// on for S, and leaves out of "accept all" what was chosen otherwise. A and U are pressed by keys.js.

"use strict";

const names = () => [...document.querySelectorAll("#names form.name")];
const foldOf = (form) => form.closest("details.name-fold");
const summaryOf = (form) => foldOf(form)?.querySelector("summary");

function current() {
  const form = document.activeElement.closest("form.name");
  if (form) return form;
  const fold = document.activeElement.closest("details.name-fold");
  return fold ? fold.querySelector("form.name") : null;
}

function focusOn(form) {
  if (!form) return;
  const radio = form.querySelector("input[type=radio]:checked") || form.querySelector("input[type=radio]");
  const target = form.querySelector("select") || summaryOf(form) || radio;
  target?.focus();
  (foldOf(form) || form).scrollIntoView({ block: "nearest" });
}

function walk(form, step) {
  const all = names();
  const at = form ? all.indexOf(form) + step : step > 0 ? 0 : -1;
  focusOn(all.at(at % all.length));
}

function sendNew(form) {
  form.querySelector("input[value=new]").checked = true;
  form.requestSubmit();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key === "Enter" || event.isComposing) return;
  if (!names().length || event.target.matches("input:not([type=radio]), textarea, select")) return;
  const latin = (/^[a-z]$/i.test(event.key) ? event.key : event.code.replace(/^Key/, "")).toLowerCase();
  const form = current();
  const folded = form && document.activeElement === summaryOf(form);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && (folded || !form)) {
    walk(form, step);
  } else if (event.key === "Enter" && folded) {
    form.requestSubmit();
  } else if (event.key === "Escape" && form && foldOf(form)) {
    foldOf(form).open = false;
    summaryOf(form).focus();
  } else if (latin === "n" && !event.repeat) {
    sendNew(form || names()[0]);
  } else if (latin === "s" && !event.repeat) {
    walk(form, 1);
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
  walk(form, 1);
}, true);

// What somebody has chosen otherwise is not accepted along with the rest.
function keepOutOfTheRest(form) {
  const [entry, choice] = [form.elements.entry.value, form.querySelector("input[type=radio]:checked").value];
  document.querySelectorAll(`.names-accept input[name=shown][value^="${entry}:"]`).forEach((shown) => {
    shown.disabled = shown.value !== `${entry}:${choice}`;
  });
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form.name");
  if (!form) return;
  if (event.target.matches("select")) form.querySelector("input[value=other]").checked = true;
  keepOutOfTheRest(form);
});

// Undoing many at once asks first: the key opens the question, and the next one answers it.
document.addEventListener("toggle", (event) => {
  if (event.target.matches(".names-undo[open]")) event.target.querySelector("button").focus();
}, true);

let place = 0;
document.addEventListener("htmx:beforeRequest", (event) => {
  place = Math.max(0, names().indexOf(event.target.closest("form.name")));
});
// Before another key can be pressed: the page sets htmx to settle at once, and the focus is moved as soon as it has swapped.
document.addEventListener("htmx:afterSwap", () => {
  const all = names();
  proceed(all.find((form) => form.querySelector("select")) || all[place]);
});

function proceed(next) {
  if (next?.querySelector("select")) keepOutOfTheRest(next);
  if (next) focusOn(next);
  else (document.querySelector(".names-accept button") || document.querySelector("#names .notice-success a"))?.focus(); // never "undo"
}

const opened = names().find((form) => form.querySelector("select"));
if (document.activeElement === document.body) proceed(opened || names()[0]);
else if (opened) keepOutOfTheRest(opened);
