// Keeps a notice of work under way up to date, as that of a stale ladder: asks for it again while the page is looked at, and puts it in
// place when it says something else. A module, so that a page which includes it twice runs it once; without it, loading the page again
// does the same.

const LEAST_PAUSE = 1000;

const fetchNotice = async (address) => {
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    return answer.status === 200 && !answer.redirected ? await answer.text() : null;
  } catch {
    return null; // no network for a moment
  }
};

const replace = (notice, text) => {
  const parsed = document.createElement("template");
  parsed.innerHTML = text;
  const next = parsed.content.firstElementChild;
  const saysTheSame = next && next.textContent === notice.textContent; // its form has another token each time
  const isInUse = next && next.dataset.pause && notice.contains(document.activeElement);
  if (next && !saysTheSame && !isInUse && notice.isConnected) {
    notice.replaceWith(next);
  }
};

const look = async () => {
  const notices = [...document.querySelectorAll("[data-ladder-state][data-pause]")];
  let pause = LEAST_PAUSE;
  if (notices.length && document.visibilityState === "visible") {
    pause = Math.max(LEAST_PAUSE, Math.min(...notices.map((notice) => Number(notice.dataset.pause))));
    for (const notice of notices) {
      const text = await fetchNotice(notice.dataset.ladderState);
      if (text !== null) {
        replace(notice, text);
      }
    }
  }
  setTimeout(look, pause);
};

setTimeout(look, LEAST_PAUSE);
