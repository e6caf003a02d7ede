// Keys for the page that decides who is who. Without this file every form works by mouse, touch, Tab and Enter.
//
// Arrows walk through the lines, and within a name through its choices. Enter confirms the name that has the focus, N, D and S are about it
// too; on the line of a certain one Enter opens it. A and U are pressed by keys.js. What is pressed while the site still answers is
// kept and pressed afterwards, so that no key goes to a name that is decided already.
//
// The page asks now and then whether a colleague has decided something. What was chosen here and is not sent yet stays as it is.

"use strict";

const WATCH_EVERY = 4000;
const TYPES_IN = "input:not([type=radio]), textarea, select";
const OURS = /^([nsdau]|ArrowUp|ArrowDown|Enter)$/;

const list = () => document.getElementById("names");
const live = (text) => { document.getElementById("names-live").textContent = text; };
const names = () => [...document.querySelectorAll("#names form.name")];
const entryOf = (form) => form.elements.entry.value;
const nameOf = (entry) => document.getElementById(`name-${entry}`);
const lineOf = (entry) => document.getElementById(`line-${entry}`);
const certain = () => document.querySelector("#names details.names-fold");
const radiosOf = (form) => [...form.querySelectorAll("input[type=radio]")];
const chosenOf = (form) => form.querySelector("input[type=radio]:checked");

let look = marks("look"); // taken out of the certain ones
let later = marks("later"); // put off
let busy = 0; // requests of somebody's that are not answered
let asked = 0; // how many there were
let askedAtWatch = 0;
let kept = []; // keys pressed meanwhile
let before = null; // how the page was when it asked
let gone = false; // the page is not there for this reader any more

function marks(name) {
  return list()?.dataset[name].split(".").filter(Boolean) || [];
}

// Where the focus is and goes.

const current = () => document.activeElement.closest("form.name");

function stops() {
  const fold = certain();
  return fold ? [fold, ...(fold.open ? fold.querySelectorAll("a.name-line") : []), ...names()] : names();
}

function focusOn(stop) {
  const within = stop.matches("details") ? stop.querySelector("summary")
    : stop.matches("form") ? stop.querySelector("select") || chosenOf(stop) || radiosOf(stop)[0] : stop;
  within.focus();
  stop.scrollIntoView({ block: "nearest" });
}

function walk(from, step) {
  const all = stops();
  if (!all.length) return;
  const at = all.indexOf(from);
  focusOn(all.at(at < 0 ? (step > 0 ? 0 : -1) : (at + step) % all.length));
}

// What the keys do.

function choose(form, step) {
  const radios = radiosOf(form);
  const radio = radios.at((radios.indexOf(chosenOf(form)) + step) % radios.length);
  radio.checked = true;
  radio.focus();
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

function putOff(form) {
  const entry = entryOf(form);
  const queue = names();
  const next = queue[queue.indexOf(form) + 1] || queue[0];
  later = [...later.filter((other) => other !== entry), entry];
  document.querySelectorAll("#names input[name=later]").forEach((field) => { field.value = later.join("."); });
  form.parentElement.append(form);
  focusOn(next);
}

function sendNew(form) {
  form.querySelector("input[value=new]").checked = true;
  form.requestSubmit();
}

const deny = (form) => form.querySelector("button[name=different]")?.click();

function act(key, form) {
  const at = document.activeElement;
  const onRadio = at.matches("#names input[type=radio]");
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step && onRadio) choose(form, step);
  else if (step && !form) walk(at.closest("a.name-line, details.names-fold"), step);
  else if (key === "Enter" && onRadio) form.requestSubmit();
  else if (key === " " && at.matches("a.name-line")) at.click();
  else if (key === "n" && form) sendNew(form);
  else if (key === "d" && form) deny(form);
  else if (key === "s" && form) putOff(form);
  else return false;
  return true;
}

function keyOf(event) {
  if (event.key.length > 1 || event.key === " ") return event.key;
  return (/^[a-z]$/i.test(event.key) ? event.key : event.code.replace(/^Key/, "")).toLowerCase();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target.matches(TYPES_IN) || !list()) return;
  const key = keyOf(event);
  if (busy && OURS.test(key)) {
    if (!event.repeat) kept.push({ key: event.key, code: event.code });
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (!(event.repeat && !key.startsWith("Arrow")) && act(key, current())) {
    event.preventDefault();
  }
}, true);

function pressKept() {
  while (kept.length && !busy) {
    const at = document.activeElement;
    const key = kept.shift();
    const goesOn = at.dispatchEvent(new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }));
    if (goesOn && key.key === "Enter" && at.matches("a, button, summary")) at.click();
  }
}

// "Later" needs no server.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.name");
  if (!form || event.submitter?.name || chosenOf(form)?.value !== "later") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  putOff(form);
}, true);

document.addEventListener("change", (event) => {
  if (event.target.matches("#names select")) event.target.closest("form").querySelector("input[value=other]").checked = true;
});

// Undoing many at once asks first: the key opens the question, and the next one answers it.
document.addEventListener("toggle", (event) => {
  if (event.target.matches(".names-undo[open]")) event.target.querySelector("button").focus();
}, true);

// What is asked of the site, and what comes back.

const isWatch = (event) => event.target.id === "names-watch";
const isOurs = (event) => event.detail.target?.id === "names";

document.addEventListener("htmx:configRequest", (event) => {
  if (!isOurs(event)) return;
  event.detail.parameters.look = look.join(".");
  event.detail.parameters.later = later.join(".");
  event.detail.parameters.seen = list().dataset.seen;
  if (isWatch(event)) {
    event.detail.parameters.watch = "1";
    const opened = names().find((form) => form.querySelector("select"));
    if (opened) event.detail.parameters.other = entryOf(opened);
  }
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isOurs(event)) return;
  if (isWatch(event)) {
    askedAtWatch = asked;
    return;
  }
  busy += 1;
  asked += 1;
  document.getElementById("names-lost").hidden = true;
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!isOurs(event)) return;
  gone = event.detail.xhr.status === 404;
  document.getElementById("names-gone").hidden = true;
  if (gone) warn("names-gone");
  if (isWatch(event)) return;
  busy -= 1;
  if (!event.detail.successful) {
    kept = [];
    if (!gone) warn("names-lost");
  }
  pressKept();
});

function warn(id) {
  const notice = document.getElementById(id);
  notice.hidden = false;
  notice.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isOurs(event) || event.detail.target !== list()) return;
  const source = event.detail.requestConfig.elt;
  if (source.id === "names-watch" && askedAtWatch !== asked) {
    event.detail.shouldSwap = false; // it is older than what was asked since
    return;
  }
  const form = source.closest("form.name") || current();
  before = {
    watched: source.id === "names-watch",
    entry: form ? entryOf(form) : document.activeElement.dataset.entry,
    entries: names().map(entryOf),
    chosen: names().map((one) => [entryOf(one), radiosOf(one).find((radio) => radio.checked && !radio.defaultChecked)?.value]),
    person: document.querySelector("#names select")?.value,
    folds: [...document.querySelectorAll("#names details[open]:not(.names-undo)")].map((fold) => fold.className),
    onFold: document.activeElement.matches(".names-fold > summary"),
    inside: list().contains(document.activeElement),
  };
});

// Before another key can be pressed: the page sets htmx to settle at once, and the focus is moved as soon as it has swapped.
document.addEventListener("htmx:afterSwap", () => {
  if (!before) return;
  const was = before;
  before = null;
  [look, later] = [marks("look"), marks("later")];
  putBack(was);
  tell();
  if (was.inside || !was.watched) proceed(was);
});

function putBack(was) {
  was.folds.forEach((name) => document.querySelector(`#names details.${name}`)?.setAttribute("open", ""));
  was.chosen.forEach(([entry, value]) => {
    const form = value && nameOf(entry);
    const radio = form && radiosOf(form).find((one) => one.value === value);
    if (radio) radio.checked = true;
  });
  const select = document.querySelector("#names select");
  if (select && was.person) select.value = was.person;
}

// The region of the page that speaks stays where it is: what is swapped in with it would not be read.
function tell() {
  const told = [...document.querySelectorAll("#names > .notice[role=status] p")].map((line) => line.textContent.trim());
  if (told.length) live(told.join(" "));
}

function proceed(was) {
  const opened = !was.watched && names().find((form) => form.querySelector("select"));
  const come = was.watched ? null : names().find((form) => !was.entries.includes(entryOf(form))); // opened, or taken back
  const same = was.entry && (nameOf(was.entry) || lineOf(was.entry));
  const stop = opened || come || same || was.onFold && certain() || following(was) || stops()[0];
  if (stop) focusOn(stop);
  else document.querySelector("#names .notice-success a")?.focus(); // never "undo"
}

// After a name that is decided comes the one behind it, and behind the last one the first.
function following(was) {
  const at = Math.max(0, was.entries.indexOf(was.entry));
  return [...was.entries.slice(at), ...was.entries.slice(0, at)].map(nameOf).find(Boolean);
}

// What colleagues do.

setInterval(() => {
  const isTyping = document.activeElement.matches("#names select");
  if (list() && document.visibilityState === "visible" && !busy && !isTyping && !gone) htmx.trigger("#names-watch", "watch");
}, WATCH_EVERY);

const first = names().find((form) => form.querySelector("select")) || stops()[0];
if (first && document.activeElement === document.body) focusOn(first);
