// Stands on a page of another origin and of another name, and tries to get at a run that is shown on this machine.
export default async ({ page, context, url, arg }) => {
  const got = {};
  const rebound = await page.goto(arg.rebound);
  got.rebound = rebound.status();
  await page.goto(url);
  got.fetch = await page.evaluate((to) => fetch(`${to}api/meta`).then((r) => r.text(), () => "refused"), arg.victim);
  got.opaque = await page.evaluate((to) => fetch(`${to}api/meta`, { mode: "no-cors" }).then((r) => r.type, () => "refused"), arg.victim);
  const load = (tag, file) => page.evaluate(([tag, at]) => new Promise((done) => {
    const e = document.createElement(tag);
    e.onload = () => done("loaded");
    e.onerror = () => done("refused");
    e.src = at;
    document.body.append(e);
  }), [tag, arg.victim + file]);
  got.script = await load("script", "app.js");
  got.image = await load("img", "icon.svg");
  const refused = page.waitForEvent("requestfailed").then(() => "refused", () => "framed");
  await page.evaluate((at) => { const e = document.createElement("iframe"); e.src = at; document.body.append(e); }, arg.victim);
  await page.waitForTimeout(300);
  got.frame = page.frames().some((f) => f !== page.mainFrame() && f.url().startsWith(arg.victim)) ? "framed" : "refused";
  refused.catch(() => 0);
  got.stream = await page.evaluate((at) => new Promise((done) => {
    const s = new EventSource(at);
    s.onopen = () => done("open");
    s.onerror = () => done("refused");
  }), `${arg.victim}api/live`);
  // A link opens the page in a window of its own, of which the opener has nothing.
  const [popup] = await Promise.all([context.waitForEvent("page"), page.evaluate((at) => { window.other = window.open(at); }, `${arg.victim}#t=20`)]);
  await popup.waitForFunction(() => window.halocline?.ready());
  got.popup = await page.evaluate(() => String(window.other.closed));
  got.opener = await popup.evaluate(() => String(window.opener));
  return got;
};
