// What the scripts share.

/** Opens a view and waits until nothing of it is still to come. */
export async function open(page, address) {
  await page.goto(address);
  await settle(page);
}

// The list of events asks at most each 60 ms.
export async function settle(page) {
  await page.waitForTimeout(100);
  await page.waitForFunction(() => window.halocline?.ready());
}

/** The view as the store has it. */
export const view = (page) => page.evaluate(() => structuredClone(window.halocline.store.view));
