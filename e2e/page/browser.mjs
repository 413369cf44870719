import { existsSync } from "node:fs";

const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** @typedef {import("playwright-core").Page} Page */

/** The browser of the system, without a window. */
export async function openBrowser() {
  const program = process.env["HOLDFAST_BROWSER"] ?? PROGRAMS.find((path) => existsSync(path));
  if (!program) throw new Error("There is no Chromium here: apt-get install chromium.");
  // Loaded late: the runner installs it, after it has loaded the scenarios.
  const { chromium } = await import("playwright-core");
  return await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
}

/** What a page did that it must not do: errors, refused code, requests to elsewhere. @param {Page} page */
export function watchPage(page) {
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (new URL(request.url()).hostname !== "127.0.0.1") faults.push(`request: ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return faults;
}
