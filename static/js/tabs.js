// On a phone the links of a club are one line that scrolls. It begins with the current one in sight, in the middle as far as it goes.

"use strict";

document.querySelectorAll(".tabs [aria-current]").forEach((link) => {
  const strip = link.closest(".tabs");
  const [at, frame] = [link.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollBy(at.left + at.width / 2 - frame.left - frame.width / 2, 0);
});
