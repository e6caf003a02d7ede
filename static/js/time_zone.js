// A club is founded where its founder is: the time zone of the device is chosen, unless one is chosen already.

"use strict";

document.querySelectorAll("select[data-old-names]").forEach((select) => {
  if (select.value) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offered = new Set([...select.options].map((option) => option.value));
  const name = offered.has(zone) ? zone : JSON.parse(select.dataset.oldNames)[zone];
  if (name) select.value = name;
});
