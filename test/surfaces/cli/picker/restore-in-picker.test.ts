import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runPicker } from "../../../../src/surfaces/cli/picker/run-picker.ts";
import { AgentSession } from "../../../support/agent-session.ts";
import { FakeTerminal } from "../../../support/fake-terminal.ts";
import { withSnapshots } from "../../../support/snapshot-place.ts";

const DEAD = { pid: 4_194_305 };

test("33.2: turns are listed with their prompts, and a file that somebody else changed comes back only after o", () =>
  withSnapshots(async ({ ctx, clock, project, put, at }) => {
    const file = join(project, "list.js");
    put("list.js", "zero\n");
    const session = new AgentSession(ctx, clock, DEAD);
    await session.prompt("Add pagination to the list of invoices.");
    const { id } = await session.row();
    await at("prompt", 1, id);
    put("list.js", "paged\n");
    await at("turn_end", 1, id);
    put("list.js", "by hand\n");

    const terminal = new FakeTerminal({ columns: 100, rows: 30 });
    const outcome = runPicker({ ctx, terminal, purpose: "continue", colors: false });
    await terminal.until(/1 session$/m);
    await terminal.press("f", /Before turn: 1[^]*\n1 \(1 file\): Add pagination to the list/);
    const plan = await terminal.press("\r", "Only files that somebody else changed");
    expect(plan).toContain("list.js");
    expect(plan).not.toContain("--");
    await terminal.press("o", "Restore all files, also those of others, to before turn 1?");
    expect(readFileSync(file, "utf8")).toBe("by hand\n");
    await terminal.press("y", "Restored 1 file");
    expect(readFileSync(file, "utf8")).toBe("zero\n");
    await terminal.press("\x03", "");
    expect(await outcome).toEqual({ type: "quit" });
  }));
