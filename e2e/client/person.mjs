import { setTimeout as sleep } from "node:timers/promises";
import { AT_SHELL } from "./terminal.mjs";

/** @typedef {ReturnType<typeof import("./terminal.mjs").openTerminal>} Terminal */

/** A client that has just drawn its composer may drop keys, or take Enter for a line break. */
const SETTLING_MS = 2_000;

/** Types a line into a client that waits for one. @param {Terminal} terminal @param {string} text */
export async function type(terminal, text) {
  await sleep(SETTLING_MS);
  await terminal.prompt(text);
}

/**
 * Prompts a client, waits for the answer on the screen, and returns the request in which the prompt reached the model.
 * @param {Pick<import("./lab.mjs").Lab, "model">} lab @param {Terminal} terminal
 * @param {{ prompt: string, answer?: string }} turn
 */
export async function ask(lab, terminal, { prompt, answer = "We were at the rounding." }) {
  const before = lab.model.requests.length;
  lab.model.enqueue([{ text: answer }]);
  await type(terminal, prompt);
  // On a busy machine a client that still starts may drop the Enter; a second one sends nothing.
  await terminal.until(answer).catch(async () => {
    await terminal.press("Enter");
    await terminal.until(answer);
  });
  return await lab.model.nextRequest(({ raw }) => raw.includes(prompt), before);
}

/** Twice Ctrl-C ends a client that waits. @param {Terminal} terminal */
export async function leave(terminal) {
  await sleep(SETTLING_MS);
  await terminal.press("C-c");
  await sleep(500);
  await terminal.press("C-c");
  await terminal.until(AT_SHELL);
}

/** Where two Ctrl-C must follow each other faster than a busy machine can press them. @param {Terminal} terminal */
export async function pressOnce(terminal) {
  await sleep(SETTLING_MS);
  await terminal.press("C-d");
  await terminal.until(AT_SHELL);
}

/** Oh-my-pi draws its composer before it has our tools. */
export const OH_MY_PI_COMPOSER = /(?:mounted mcp__|Connected to MCP server)[\s\S]*π > .*Fake 1/;
