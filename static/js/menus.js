// A list of links that was opened goes again with Escape, with a press elsewhere, and when the keyboard leaves it.

"use strict";

document.querySelectorAll("details.menu").forEach((menu) => {
  const button = menu.querySelector("summary");
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      button.focus();
    }
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
});
