import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { watchPage } from "./browser.mjs";

const SIZES = [
  { width: 1400, height: 900 },
  { width: 400, height: 800 },
  { width: 2500, height: 1300 },
];

/**
 * Takes a picture of each view in both themes and three sizes. Fails if a view is wider than its window, has more than
 * 200 rows, or does something that it must not do.
 * @param {import("playwright-core").Browser} browser
 * @param {{ address: () => string, views: Record<string, string>, directory: string }} what
 */
export async function takePictures(browser, { address, views, directory }) {
  mkdirSync(directory, { recursive: true });
  let count = 0;
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    const faults = watchPage(page);
    await page.goto(address());
    for (const [name, hash] of Object.entries(views)) {
      await page.evaluate((to) => (location.hash = to), hash);
      await page.waitForSelector("main h1, main .session-row, main .empty");
      await page.waitForFunction(() => !document.querySelector(".busy"));
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.waitForTimeout(150);
        await page.screenshot({ path: join(directory, `${name}-${colorScheme}-${size.width}.png`) });
        const seen = await page.evaluate(() => ({
          excess: document.documentElement.scrollWidth - innerWidth,
          widest: [...document.querySelectorAll("main *")]
            .find(
              (each) => each.getBoundingClientRect().right > innerWidth + 0.5 && !each.closest(".patch, svg"),
            )
            ?.outerHTML.slice(0, 200),
          rows: document.querySelectorAll("[data-row]").length,
          hacked: /** @type {any} */ (window).hacked,
        }));
        assert.ok(
          seen.excess <= 0,
          `${name} is ${seen.excess} pixels wider than ${size.width}: ${seen.widest}`,
        );
        assert.ok(seen.rows <= 200, `${name} has ${seen.rows} rows`);
        assert.equal(seen.hacked, undefined, `${name} ran a script of its content`);
        count++;
      }
    }
    assert.deepEqual(faults, []);
    await context.close();
  }
  return count;
}
