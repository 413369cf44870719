import { setTimeout as sleep } from "node:timers/promises";
import { type } from "./person.mjs";

/** How long a menu that was just drawn may drop keys, and a prompt's files may take to be captured. */
const SETTLING_MS = 1_000;

/** @typedef {import("./lab.mjs").Lab} Lab */
/** @typedef {ReturnType<typeof import("./terminal.mjs").openTerminal>} Terminal */

/**
 * Types a prompt and waits for the last reply.
 * @param {Lab} lab @param {Terminal} terminal @param {{ prompt: string, replies: object[] }} turn
 */
export async function answered(lab, terminal, { prompt, replies }) {
  lab.model.enqueue(replies);
  await type(terminal, prompt);
  const { text = "" } = /** @type {{ text?: string }} */ (replies.at(-1));
  // On a busy machine a client that still starts may drop the Enter; a second one sends nothing.
  await terminal.until(text).catch(async () => {
    await terminal.press("Enter");
    await terminal.until(text);
  });
}

/**
 * Goes back to before the newest prompt in Claude Code, with everything that it offers to take back.
 * @param {Terminal} terminal @param {{ prompt: string, answer: string, offer: string }} left
 */
export async function rewindInClaude(terminal, { prompt, answer, offer }) {
  await type(terminal, "/rewind");
  await terminal.until(/Restore the code and\/or conversation/);
  await sleep(SETTLING_MS);
  await terminal.press("Up");
  await terminal.until(new RegExp(`Restore the code[\\s\\S]*❯\\s+${prompt}`));
  await terminal.press("Enter");
  await terminal.until(new RegExp(`❯ 1\\. ${offer}`));
  await sleep(SETTLING_MS);
  await terminal.press("Enter");
  await terminal.until(new RegExp(`^(?![\\s\\S]*${answer})[\\s\\S]*❯\\s${prompt}`));
  await sleep(SETTLING_MS);
  // The prompt that was taken back stands in the composer.
  await terminal.press("C-u");
  await terminal.until(/❯\s*$/m);
}
