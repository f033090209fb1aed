// @ts-check
// Installs the service worker, which opens the page without a network. Browsers allow it on https and localhost only;
// elsewhere the page works as long as the server does.

import { html } from "./dom.js";

/** Installs the service worker, and says when it has a newer version of the page. */
export async function installServiceWorker() {
  if (!("serviceWorker" in navigator)) {
    return;
  }
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener("controllerchange", () => isFirst || offerReload());
  // While the page is worked on there is none.
  await serviceWorker.register("/sw.js").catch(() => {});
}

function offerReload() {
  if (document.querySelector(".new-version")) {
    return;
  }
  const reload = html("button", { type: "button", onclick: () => location.reload() }, "Reload");
  document.body.append(html("div", { class: "new-version", role: "status" }, "There is a new version. ", reload));
}
