// @ts-check
// What the server stores about the guest: a copy to download, and its deletion.

import { deleteMyData, myData } from "../api.js";
import { addressOf } from "../base-path.js";
import { html, say } from "../dom.js";

/**
 * Two buttons, and the dialog that asks before anything is deleted.
 * @returns {HTMLElement}
 */
export function myDataSection() {
  const status = html("p", { class: "progress", role: "status" });
  const download = html("button", { type: "button", class: "download-data" }, "Download my data");
  download.onclick = async () => {
    download.disabled = true;
    try {
      const address = URL.createObjectURL(await myData());
      html("a", { href: address, download: "parlor-my-data.json" }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      say(status, "Downloaded.");
    } catch (error) {
      say(status, reason(error));
    }
    download.disabled = false;
  };
  const dialog = deletionDialog();
  return html(
    "section",
    { "aria-labelledby": "my-data" },
    html("h2", { id: "my-data" }, "My data"),
    html("p", {}, "Everything this server stores about you: your name and the games you take part in."),
    html(
      "div",
      { class: "row" },
      download,
      html("button", { type: "button", class: "delete-data", onclick: () => dialog.showModal() }, "Delete my data"),
    ),
    status,
    dialog,
  );
}

function deletionDialog() {
  const wrong = html("p", { class: "wrong", role: "alert" });
  const confirm = html("button", { type: "button", class: "confirm-deletion" }, "Delete my data");
  const dialog = html(
    "dialog",
    { class: "delete-dialog", "aria-labelledby": "delete-title" },
    html("h2", { id: "delete-title" }, "Delete your data?"),
    html(
      "p",
      {},
      "The server deletes your name, and you resign the games you are playing. Other players will see “Deleted guest” in your place. You can't undo this.",
    ),
    html("p", {}, "Games and settings that are stored only in this browser stay."),
    wrong,
    html(
      "div",
      { class: "row" },
      confirm,
      html("button", { type: "button", class: "main", onclick: () => dialog.close() }, "Cancel"),
    ),
  );
  confirm.onclick = async () => {
    confirm.disabled = true;
    say(wrong, "");
    try {
      await deleteMyData();
      location.assign(addressOf("/"));
    } catch (error) {
      say(wrong, reason(error));
      confirm.disabled = false;
    }
  };
  return dialog;
}

/** @param {unknown} error */
const reason = (error) => (error instanceof Error ? error.message : String(error));
