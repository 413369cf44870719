import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../client/places.mjs";
import { openBrowser, watchPage } from "../page/browser.mjs";
import { openPageLab } from "../page/open-page-lab.mjs";
import { playSession } from "../page/play-session.mjs";
import { hostile, invoices, upload } from "../page/sample-work.mjs";
import { takePictures } from "../page/take-pictures.mjs";

/** @typedef {import("../page/browser.mjs").Page} Page */
/** @typedef {ReturnType<typeof openPageLab>} PageLab */

/** A person answers five questions from the page, acts on it, and hostile content does nothing. @type {import("../run-scenario.mjs").Scenario} */
export const page = {
  name: "page",
  says: "a browser shows sessions, changed lines, decisions, cost and what is open; it acts, undoes, follows changes, and runs nothing of its content",
  async run() {
    const lab = openPageLab();
    const browser = await openBrowser();
    try {
      const work = await playWork(lab);
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
      const tab = await context.newPage();
      const faults = watchPage(tab);
      await tab.goto(lab.address(work.shop));
      await answerQuestions(tab);
      await act(tab, lab, work);
      const later = await followChanges(tab, lab, work);
      await dismiss(tab, later);
      await sendSignal(tab, lab, work);
      assert.deepEqual(faults, []);
      await context.close();
      await refuseStrangers(browser, lab, work);
      return await pictures(browser, lab, work);
    } finally {
      await browser.close();
      lab.close();
    }
  },
};

/** @param {PageLab} lab */
async function playWork(lab) {
  const [shop, media, odd] = [lab.project("shop"), lab.project("media"), lab.project("odd")];
  await playSession(lab, lab.clientPid, { project: media, turns: upload(media) });
  const strange = await playSession(lab, lab.clientPid, { project: odd, turns: hostile(odd) });
  const main = await playSession(lab, lab.clientPid, { project: shop, turns: invoices(shop), end: false });
  lab.inSession(shop, main, "save", "--name", "before-cursor");
  return { shop, media, odd, main, strange };
}

/** Which session was about it, what it changed in a file, why it was decided, what today cost, what is open. @param {Page} page */
async function answerQuestions(page) {
  await page.waitForSelector(".session-row");
  await page.keyboard.press("/");
  await page.keyboard.type("invoices cursor");
  await page.waitForFunction(() => document.querySelectorAll(".session-row").length === 1);
  await page.keyboard.press("Escape");
  assert.match(await text(page, ".match"), /cursor/i);
  await page.waitForFunction(() => /^\$\d+\.\d\d$/.test(document.querySelector(".big")?.textContent ?? ""));
  assert.match(await text(page, "aside"), /Test the last page/);
  await page.locator("#search").blur();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".turn");
  assert.equal(await page.locator(".turn").count(), 3);
  assert.match(await text(page, ".decisions"), /rows are inserted while somebody pages/);
  const file = page.locator('.turn[data-turn="2"] .file', { hasText: "src/list.js" });
  await file.click();
  await page.waitForSelector(".patch mark");
  const marked = await page.locator('.turn[data-turn="2"] .patch mark').allTextContents();
  assert.deepEqual(marked, ["offset", "cursor"]);
  await page.keyboard.press("j");
  assert.equal(await page.evaluate(() => document.activeElement?.className), "turn");
}

/** Files come back and are taken back; a checkpoint is deleted and brought back. @param {Page} page @param {PageLab} lab @param {{ shop: string }} work */
async function act(page, lab, { shop }) {
  const list = () => readFileSync(join(shop, "src/list.js"), "utf8");
  const after = list();
  const turn = page.locator('.turn[data-turn="2"]');
  await turn.getByText("Bring files back").click();
  await turn.locator(".plan").waitFor();
  await page.keyboard.press("Escape");
  await turn.locator(".plan").waitFor({ state: "detached" });
  assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? "", /^Bring files back/);
  await turn.getByText("Bring files back").click();
  await turn.getByRole("button", { name: /^Restore \d file/ }).click();
  assert.equal(list(), after, "a plan changed a file");
  await turn.locator(".ask .primary").click();
  await turn.getByText(/restored\./).waitFor();
  assert.match(list(), /offset/);
  await turn.getByRole("button", { name: "Undo" }).click();
  await turn.getByText("taken back").waitFor();
  assert.equal(list(), after);

  const named = () =>
    JSON.parse(lab.holdfast(shop, "list", "--json")).checkpoints.some(
      (/** @type {{ name: string }} */ { name }) => name === "before-cursor",
    );
  const [{ id }] = JSON.parse(lab.holdfast(shop, "list", "--search", "before-cursor", "--json")).checkpoints;
  await page.evaluate((to) => (location.hash = `#/checkpoint/${to}`), id);
  await page.getByRole("button", { name: "Show raw" }).click();
  assert.match(await text(page, ".raw"), /^\{\n {2}"goal": "Add pagination/);
  await page.getByRole("button", { name: "Show as a tree" }).click();
  await page.locator(".json").first().waitFor();
  await askByKeyboard(page);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.locator(".ask .primary").click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  assert.equal(named(), false);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("It is back").waitFor();
  assert.equal(named(), true);
  await rename(page, named);
}

/** A question takes the focus, and gives it back when it is left. @param {Page} page */
async function askByKeyboard(page) {
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".ask").waitFor();
  assert.equal(await focused(), "Cancel");
  await page.keyboard.press("Escape");
  await page.locator(".ask").waitFor({ state: "detached" });
  assert.equal(await focused(), "Delete");
}

/** A checkpoint gets another name, and its own back. @param {Page} page @param {() => boolean} named */
async function rename(page, named) {
  const form = page.locator("form", { has: page.getByLabel("Name of the checkpoint") });
  await form.getByLabel("Name of the checkpoint").fill("with-cursor");
  await form.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { name: "with-cursor" }).waitFor();
  assert.equal(named(), false);
  await form.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "before-cursor" }).waitFor();
  assert.equal(named(), true);
}

/** The search box shows the query that a link or the back button brings. @param {Page} page */
async function searchByAddress(page) {
  for (const query of ["cursor", ""]) {
    await page.evaluate((to) => (location.hash = `#/${to && `?q=${to}`}`), query);
    await page.waitForFunction(
      (wanted) =>
        document
          .querySelector("input#search")
          ?.matches(wanted ? `:not(:placeholder-shown)` : ":placeholder-shown"),
      query,
    );
    assert.equal(await page.locator("#search").inputValue(), query);
  }
}

/** @param {Page} page @param {PageLab} lab @param {{ media: string }} work */
async function followChanges(page, lab, { media }) {
  await searchByAddress(page);
  await page.waitForSelector(".session-row");
  const before = await page.locator(".session-row").count();
  const turns = [{ prompt: "Rename the column of sizes", answer: "Renamed." }];
  const later = await playSession(lab, lab.clientPid, { project: media, turns });
  await page.waitForFunction((count) => document.querySelectorAll(".session-row").length > count, before);
  await page.reload();
  await page.waitForSelector(".session-row");
  return later;
}

/** The text that a session received is withdrawn; the session itself is excluded, and allowed again. @param {Page} page @param {string} later */
async function dismiss(page, later) {
  await page.locator(".session-row", { hasText: "Rename the column" }).click();
  await page.getByText(`holdfast continue '${later}'`).waitFor();
  await page.locator(".deliveries summary").first().click();
  assert.match(await text(page, ".deliveries pre"), /upload times out/);
  await page.getByRole("button", { name: "Dismiss the record" }).click();
  await page.locator(".ask .primary").click();
  await page.getByText(/^Dismissed: .* is not recovered again/).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("New sessions may continue it again.").waitFor();
  await page.getByRole("button", { name: "Never continue it" }).click();
  await page.locator(".ask .primary").click();
  await page.locator("h1 .tag", { hasText: "dismissed" }).waitFor();
  await page.getByRole("button", { name: "Continue it again" }).click();
  await page.locator(".ask .primary").click();
  await page.getByRole("button", { name: "Never continue it" }).waitFor();
}

const RELEASE = `import { workflow } from ${JSON.stringify(pathToFileURL(join(ROOT, "dist/workflow.js")).href)};
export const release = workflow("release", async (wf) => {
  await wf.step("compile", () => "ok");
  return await wf.waitFor("approval");
});
`;

/** A person approves a workflow that waits. @param {Page} page @param {PageLab} lab @param {{ shop: string }} work */
async function sendSignal(page, lab, { shop }) {
  writeFileSync(join(shop, "release.mjs"), RELEASE);
  const run = lab.start(shop, "workflow", "run", "./release.mjs", "--id", "release-7", "--json");
  await page.getByRole("link", { name: "Workflows" }).click();
  await page.getByRole("link", { name: "release-7" }).click();
  await page.getByLabel("Payload").fill('"yes"');
  await page.getByRole("button", { name: "Send approval" }).click();
  await page.locator(".ask .primary").click();
  assert.match(await run, /"completed"/);
  await page.locator(".meta .tag", { hasText: "completed" }).waitFor();
}

/** A used link, and a browser without a login. @param {import("playwright-core").Browser} browser @param {PageLab} lab @param {{ shop: string }} work */
async function refuseStrangers(browser, lab, { shop }) {
  const address = lab.address(shop);
  const first = await (await browser.newContext()).newPage();
  await first.goto(address);
  await first.waitForSelector(".session-row");
  const second = await (await browser.newContext()).newPage();
  await second.goto(address);
  assert.match(await text(second, "main.welcome"), /used already/);
  await second.goto(new URL("/", address).href);
  assert.match(await text(second, "main.welcome"), /holdfast ui/);
  for (const page of [first, second]) await page.context().close();
}

/** @param {import("playwright-core").Browser} browser @param {PageLab} lab @param {{ shop: string, main: string, strange: string }} work */
async function pictures(browser, lab, { shop, main, strange }) {
  const { sessions } = JSON.parse(lab.holdfast(shop, "log", "--all", "--json"));
  /** @param {string} native */
  const idOf = (native) =>
    sessions.find((/** @type {{ nativeId: string }} */ { nativeId }) => nativeId === native).id;
  const [{ id }] = JSON.parse(lab.holdfast(shop, "list", "--search", "before-cursor", "--json")).checkpoints;
  const views = {
    sessions: "#/",
    search: `#/?q=${encodeURIComponent("cursor is:open")}`,
    nothing: "#/?q=zzzz",
    session: `#/session/${idOf(main)}`,
    hostile: `#/session/${idOf(strange)}`,
    checkpoint: `#/checkpoint/${id}`,
    lineage: "#/lineage",
    "lineage-of-one": `#/lineage/${idOf(main)}`,
    workflows: "#/workflows",
    health: "#/health",
  };
  const directory = join(tmpdir(), "holdfast-page-pictures");
  const count = await takePictures(browser, { address: () => lab.address(shop), views, directory });
  return `${count} pictures in ${directory}`;
}

/** @param {Page} page @param {string} selector */
async function text(page, selector) {
  return (await page.locator(selector).first().textContent()) ?? "";
}
