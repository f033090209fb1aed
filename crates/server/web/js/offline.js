// @ts-check
// Installs the service worker, which opens the page without a network. Browsers allow it on https and localhost only;
// elsewhere the page works as long as the server does.

import { addressOf } from "./base-path.js";
import { html } from "./dom.js";

/** How often a page that stays open looks for a newer version, in milliseconds. */
const CHECK_INTERVAL = 60 * 60 * 1_000;

/** Installs the service worker, and says when it has a newer version of the page. */
export async function installServiceWorker() {
  if (!("serviceWorker" in navigator)) {
    return;
  }
  const { serviceWorker } = navigator;
  let hasWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    // The first one is of this page's own version.
    if (hasWorker) {
      offerReload();
    }
    hasWorker = true;
  });
  // While the page is worked on there is none.
  const registration = await serviceWorker.register(addressOf("/sw.js")).catch(() => null);
  if (registration) {
    // Browsers look for a newer worker when a page is loaded; this one may stay open for days.
    const check = () => document.hidden || registration.update().catch(() => {});
    document.addEventListener("visibilitychange", check);
    setInterval(check, CHECK_INTERVAL);
  }
}

function offerReload() {
  if (document.querySelector(".new-version")) {
    return;
  }
  const reload = html("button", { type: "button", onclick: () => location.reload() }, "Reload");
  document.body.append(html("div", { class: "new-version", role: "status" }, "There is a new version. ", reload));
}
