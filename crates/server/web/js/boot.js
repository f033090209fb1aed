// @ts-check
// Shows the page in the theme that was chosen before anything is drawn, and reloads a page of which a script or style
// did not arrive, with growing pauses. This is no module, because it has to work before the modules and without them.

(() => {
  try {
    const { theme, pieces, motion } = JSON.parse(localStorage.getItem("parlor.settings") ?? "{}");
    Object.assign(
      document.documentElement.dataset,
      theme && { theme },
      pieces && { set: pieces },
      motion && { motion },
    );
  } catch {
    // Then it is the system's.
  }

  const KEPT = "parlor.reloads";
  /** The longest pause, in milliseconds. */
  const LONGEST = 10_000;
  let waiting = false;

  const reloads = () => {
    try {
      return Number(sessionStorage.getItem(KEPT) ?? 0);
    } catch {
      return 3;
    }
  };

  /** @param {number} count */
  const keep = (count) => {
    try {
      sessionStorage.setItem(KEPT, String(count));
    } catch {
      // Then all pauses are the same.
    }
  };

  /** Reloads when the server answers: without it even this page would be lost. */
  const again = async () => {
    const base = document.querySelector('meta[name="base-path"]')?.getAttribute("content") ?? "/";
    const alive = await fetch(`${base}health`, { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (alive) {
      location.reload();
    } else {
      setTimeout(again, 1_000);
    }
  };

  addEventListener(
    "error",
    ({ target }) => {
      const isPart = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
      if (!isPart || waiting) {
        return;
      }
      waiting = true;
      const banner = document.getElementById("banner");
      if (banner) {
        banner.hidden = false;
        banner.textContent = "A part of the page did not arrive. Trying again …";
      }
      const before = reloads();
      keep(before + 1);
      setTimeout(again, Math.min(LONGEST, 500 * 2 ** before));
    },
    true,
  );

  addEventListener("load", () => waiting || keep(0));
})();
