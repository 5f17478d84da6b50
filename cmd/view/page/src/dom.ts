// Elements are made here, of text and attributes only: names may hold anything, and nothing is read as HTML.

type Child = Node | string | null | undefined | false;
interface Props {
  class?: string; title?: string; text?: string; id?: string; role?: string; type?: string; tabindex?: number; value?: string;
  data?: Record<string, string | number>; aria?: Record<string, string>; click?: (e: MouseEvent) => void;
}

/** Makes an element. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  const { class: name, text, data, aria, click, tabindex, ...rest } = props;
  if (name) e.className = name;
  if (text !== undefined) e.textContent = text;
  if (tabindex !== undefined) e.tabIndex = tabindex;
  for (const [key, value] of Object.entries(rest)) if (value !== undefined) e.setAttribute(key, String(value));
  for (const [key, value] of Object.entries(data ?? {})) e.dataset[key] = String(value);
  for (const [key, value] of Object.entries(aria ?? {})) e.setAttribute(`aria-${key}`, value);
  if (click) e.addEventListener("click", click as EventListener);
  for (const c of children) if (c) e.append(c);
  return e;
}

/** Makes a piece of text. */
export function word(text: string, name = "", title = ""): HTMLElement {
  return h("span", { text, ...(name ? { class: name } : {}), ...(title ? { title } : {}) });
}

/** Makes an entry of a legend: a patch of a colour, and what it means. */
export function chip(colour: string, text: string, name = ""): HTMLElement {
  const patch = h("i", { class: `chip ${name}` });
  patch.style.background = colour;
  return h("span", {}, patch, text);
}

/** Makes a table of named columns; a name that begins with > is that of numbers. */
export function table(names: string[], rows: HTMLElement[], name = ""): HTMLElement {
  const heads = names.map(n => h("th", n.startsWith(">") ? { text: n.slice(1), class: "number" } : { text: n }));
  return h("table", { class: name }, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows));
}

/** Makes a button with a word on it. */
export function button(text: string, title: string, click: () => void, name = ""): HTMLButtonElement {
  return h("button", { type: "button", text, title, class: name, click, aria: text.length > 2 ? {} : { label: title } });
}

/** Replaces the children of an element. */
export function fill(e: Element, ...children: Child[]): void {
  e.replaceChildren(...children.filter((c): c is Node | string => Boolean(c)));
}

/** Makes a choice of words. */
export function choice(label: string, options: { value: string; text: string }[], value: string, change: (value: string) => void): HTMLSelectElement {
  const s = h("select", { title: label, aria: { label } });
  for (const o of options) s.append(h("option", { value: o.value, text: o.text }));
  s.value = value;
  s.addEventListener("change", () => change(s.value));
  return s;
}

/** Makes a list whose rows are walked by arrow keys and taken by Enter: one stop of Tab for all of it. */
export function list(label: string, pick: (row: HTMLElement) => void, name = ""): HTMLElement {
  const e = h("div", { role: "listbox", tabindex: 0, class: `list ${name}`, aria: { label } });
  const rows = () => Array.from(e.querySelectorAll<HTMLElement>('[role="option"]'));
  const mark = (row: HTMLElement | undefined) => {
    e.querySelector(".at")?.classList.remove("at");
    if (!row) return;
    row.classList.add("at");
    if (!row.id) row.id = `row-${Math.random().toString(36).slice(2)}`;
    e.setAttribute("aria-activedescendant", row.id);
    row.scrollIntoView({ block: "nearest" });
  };
  e.addEventListener("keydown", k => {
    const all = rows(), i = all.findIndex(r => r.classList.contains("at"));
    if (k.key === "ArrowDown") mark(all[Math.min(all.length - 1, i + 1)]);
    else if (k.key === "ArrowUp") mark(all[Math.max(0, i - 1)]);
    else if (k.key === "Home") mark(all[0]);
    else if (k.key === "End") mark(all[all.length - 1]);
    else if (k.key === "Enter" && i >= 0) pick(all[i]!);
    else return;
    k.preventDefault();
    k.stopPropagation();
  });
  e.addEventListener("click", c => {
    const row = (c.target as Element).closest<HTMLElement>('[role="option"]');
    if (row && e.contains(row)) { mark(row); pick(row); }
  });
  return e;
}
