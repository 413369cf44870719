import assert from "node:assert/strict";
import { ask, leave, type } from "../client/person.mjs";
import { openTerminal } from "../client/terminal.mjs";

const HINT = /To restore\s+it,\s+type\s+(\S+)\s+--restore/;
/** Our tools run without a question. */
const CLAUDE = "claude --permission-mode default --allowedTools mcp__plugin_holdfast_holdfast";

/** @type {import("../run-scenario.mjs").Scenario} */
export const hintTyped = {
  name: "hint-typed",
  says: "issue 30, 3: claude-code: what the hint after /clear says to type loads our skill, not a dialog of the client",
  async run(open) {
    const lab = await open();
    const terminal = openTerminal(lab);
    await lab.holdfast("connect", "claude-code");
    await terminal.open();
    await terminal.run(CLAUDE);
    await terminal.until(/^❯/m);
    await ask(lab, terminal, { prompt: "Let the discount round down.", answer: "It rounds down." });

    lab.model.enqueue([
      { tools: [lab.tools.own("checkpoint_save", { note: "Round the invoices too" })] },
      { text: "The place is saved." },
    ]);
    await type(terminal, "Keep where we are.");
    await terminal.until("The place is saved.");
    await type(terminal, "/clear");
    const [, command = ""] = HINT.exec(await terminal.until(HINT)) ?? [];

    lab.model.enqueue([
      { tools: [lab.tools.own("checkpoint_resume", {})] },
      { text: "Read the artifacts again?" },
    ]);
    await type(terminal, `${command} --restore`);
    const screen = await terminal.until("Read the artifacts again?");
    assert.doesNotMatch(screen, /Rewind|Restore the code/);
    const { text } = lab.model.lastRequest();
    assert.ok(text.includes("Restore (--restore)"), "the skill was not loaded");
    assert.match(text, /Round the invoices too/);
    await leave(terminal);
  },
};
