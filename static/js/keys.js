// Keys for people who do one thing a hundred times. Without this file every page works by mouse, touch and Tab.
//
// A key presses what carries it in `aria-keyshortcuts`. Where several carry the same one (a suggestion "1" for every name), the group
// that has the focus is meant, else the first without a choice; after a choice the focus goes on to the next group.

"use strict";

const TYPING = "input:not([type=radio], [type=checkbox], [type=submit], [type=button], [type=file]), textarea, select, [contenteditable]";

function groupFor(bearers) {
  const groups = [...document.querySelectorAll("fieldset")].filter((group) => bearers.some((bearer) => group.contains(bearer)));
  const focused = groups.find((group) => group.contains(document.activeElement));
  return focused || groups.find((group) => !group.querySelector("input:checked")) || groups[0];
}

function goOn(from) {
  const groups = [...document.querySelectorAll("fieldset")].filter((group) => group.querySelector("input[type=radio]"));
  const next = groups[groups.indexOf(from) + 1];
  const target = next && (next.querySelector("input:checked") || next.querySelector("input[type=radio]"));
  if (target) target.focus();
}

function press(key) {
  const bearers = [...document.querySelectorAll("[aria-keyshortcuts]")].filter(
    (bearer) => !bearer.disabled && bearer.getAttribute("aria-keyshortcuts").toLowerCase() === key,
  );
  const group = groupFor(bearers);
  const bearer = (group && bearers.find((one) => group.contains(one))) || bearers[0];
  if (!bearer) return false;
  bearer.click();
  if (bearer.type === "radio") {
    bearer.focus();
    goOn(group);
  }
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.querySelectorAll(".language[open]").forEach((menu) => menu.removeAttribute("open"));
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (event.target.matches(TYPING)) return;
  // The place of the key counts where the layout has no Latin letters, so that "A" works on a Hebrew or Russian keyboard too.
  const latin = /^[a-z0-9]$/i.test(event.key) ? event.key : event.code.replace(/^(Key|Digit)/, "");
  if (/^[a-z0-9]$/i.test(latin) && press(latin.toLowerCase())) event.preventDefault();
});

document.addEventListener("click", (event) => {
  document.querySelectorAll(".language[open]").forEach((menu) => menu.contains(event.target) || menu.removeAttribute("open"));
});
