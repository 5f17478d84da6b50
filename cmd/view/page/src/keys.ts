// The keys of the page: one table, by which they are handled and which the help shows.

import type { Page } from "./page";
import { pan, zoom } from "./span";

export interface Key { keys: string[]; shown: string; text: string; run(e: KeyboardEvent): void }

/** What keys ask of the rest of the page. */
export interface Actions { help(): void; faster(by: 1 | -1): void; play(): void }

/** The keys, as in Perfetto where that has them. */
export function keysOf(page: Page, act: Actions): Key[] {
  const { store } = page, v = () => store.view;
  const zoomBy = (factor: number) => () => page.show(zoom(v(), v().t >= v().from && v().t <= v().to ? v().t : (v().from + v().to) / 2, factor, page.end()));
  const panBy = (part: number) => () => { store.set({ live: false }); page.show(pan(v(), part, page.end())); };
  const node = (by: number) => () => {
    const n = page.run().nodes.length;
    if (n > 0) { store.set({ node: (Math.max(v().node, by > 0 ? -1 : 0) + by + n) % n }); page.say(`Node ${page.nodeName(v().node)}`); }
  };
  const compare = () => {
    if (page.meta.runs.length > 1) store.set({ compare: !v().compare });
    else page.say("Only one run is open: halocline view takes two to compare them.", true);
  };
  return [
    { keys: [" "], shown: "Space", text: "play, pause", run: () => act.play() },
    { keys: ["w", "W"], shown: "W", text: "zoom in at the cursor of time", run: zoomBy(1 / 1.5) },
    { keys: ["s", "S"], shown: "S", text: "zoom out", run: zoomBy(1.5) },
    { keys: ["a", "A"], shown: "A", text: "move the window back", run: panBy(-0.25) },
    { keys: ["d", "D"], shown: "D", text: "move the window on", run: panBy(0.25) },
    { keys: ["f", "F"], shown: "F", text: "fit the window to the selected frame, again to the whole run", run: () => void page.fit() },
    { keys: ["ArrowRight"], shown: "→", text: "next event of the selected node, or of any", run: () => void page.step(1, "event", v().node) },
    { keys: ["ArrowLeft"], shown: "←", text: "previous event", run: () => void page.step(-1, "event", v().node) },
    { keys: ["ArrowDown"], shown: "↓", text: "next node", run: node(1) },
    { keys: ["ArrowUp"], shown: "↑", text: "previous node", run: node(-1) },
    { keys: ["n", "N"], shown: "N", text: "next loss", run: () => void page.step(1, "loss", -1) },
    { keys: ["p", "P"], shown: "P", text: "previous loss", run: () => void page.step(-1, "loss", -1) },
    { keys: ["Home"], shown: "Home", text: "beginning of the run", run: () => page.at(0) },
    { keys: ["End"], shown: "End", text: "end of the run", run: () => page.at(page.end()) },
    { keys: ["]", "+"], shown: "]", text: "play faster", run: () => act.faster(1) },
    { keys: ["[", "-"], shown: "[", text: "play slower", run: () => act.faster(-1) },
    { keys: ["c", "C"], shown: "C", text: "compare two runs, where two are open", run: compare },
    { keys: ["Escape"], shown: "Esc", text: "select no frame, then no node", run: () => store.set(v().selected ? { selected: null } : { node: -1, packet: 0 }) },
    { keys: ["?"], shown: "?", text: "this help", run: () => act.help() },
  ];
}

/** Handles keys, but not those that a field, a list or a button takes for itself. */
export function handle(keys: Key[]): void {
  document.addEventListener("keydown", e => {
    if (e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || document.querySelector("dialog[open]")) return;
    const at = e.target instanceof Element ? e.target.closest("input, select, textarea, button, a, [contenteditable]") : null;
    if (at && (at.matches("input, textarea, select") || e.key === " " || e.key === "Enter")) return;
    if (e.target instanceof Element && e.target.matches(".scroll") && /^(Arrow(Up|Down)|Home|End)$/.test(e.key)) return;
    const key = keys.find(k => k.keys.includes(e.key));
    if (!key) return;
    e.preventDefault();
    key.run(e);
  });
}
