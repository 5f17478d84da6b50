// Dialogs: the keys, and the address and the command that lead to this view.

import { button, fill, h } from "../dom";
import type { Key } from "../keys";
import type { Page } from "../page";

/** Makes the dialog that shows all keys. */
export function makeHelp(keys: Key[]): HTMLDialogElement {
  const row = ([key = "", text = ""]: string[]) => h("tr", {}, h("td", {}, h("kbd", { text: key })), h("td", { text }));
  const also: [string, string][] = [
    ["Tab", "next panel, list or button; in a list, arrow keys walk and Enter selects"],
    ["Wheel", "zoom at the pointer; with Shift, move the window; over names, scroll lanes"],
    ["Drag", "move the window; on the axis of time, move the time"],
    ["Click", "select a frame or a node; beside them, go to that time"],
  ];
  const d = dialog("Keys", h("table", { class: "keys" }, h("tbody", {}, ...[...keys.map(k => [k.shown, k.text]), ...also].map(row))),
    h("p", { class: "soft", text: "A frame sent is a bar above the line of its node, an arrival a bar below it; the slanted line is its way through the water." }));
  d.classList.add("help");
  return d;
}

/** Makes the dialog of the link; open copies the address and shows it with the command. */
export function makeLink(page: Page): { element: HTMLDialogElement; open(): void } {
  const address = h("textarea", { aria: { label: "Address of this view" } }), command = h("textarea", { aria: { label: "Command that repeats the run" } });
  address.readOnly = command.readOnly = true;
  address.rows = 3;
  command.rows = 2;
  const note = h("p", { class: "soft", role: "status" });
  const copy = async (from: HTMLTextAreaElement, what: string) => {
    try {
      await navigator.clipboard.writeText(from.value);
      note.textContent = `${what} is copied.`;
    } catch {
      from.select();
      note.textContent = "Copy what is selected.";
    }
  };
  const element = dialog("Link to this view",
    h("label", { text: "Address" }), address, button("Copy address", "Copy the address", () => void copy(address, "The address")),
    h("label", { text: "Command that repeats the run" }), command, button("Copy command", "Copy the command", () => void copy(command, "The command")), note);
  return {
    element,
    open: () => {
      address.value = page.store.link();
      command.value = page.run().command;
      element.showModal();
      void copy(address, "The address");
    },
  };
}

function dialog(title: string, ...children: (Node | null)[]): HTMLDialogElement {
  const d = h("dialog", { aria: { label: title } });
  fill(d, h("header", {}, h("h2", { text: title }), button("×", "Close", () => d.close(), "small")), ...children);
  d.addEventListener("click", e => { if (e.target === d) d.close(); });
  return d;
}
