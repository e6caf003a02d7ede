// A club is founded where its founder is: the time zone of the device takes the place of the one that the site proposes.
// What somebody has chosen stays: a form that was sent comes back without this script, and a browser may restore a choice.

"use strict";

document.querySelectorAll("select[data-old-names]").forEach((select) => {
  if (!select.selectedOptions[0]?.defaultSelected) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offered = new Set([...select.options].map((option) => option.value));
  const name = offered.has(zone) ? zone : JSON.parse(select.dataset.oldNames)[zone];
  if (name) select.value = name;
});
