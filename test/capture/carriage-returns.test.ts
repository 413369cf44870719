import { expect, test } from "vitest";
import { resume } from "../../src/place/operations/resume.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

test("a carriage return alone ends a line, in what a person pastes and in the output of a command", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const session = new AgentSession(ctx, clock, { pid: 4_194_305 });
    await session.prompt("Build the importer.\r\rNever write to the production bucket.");
    const text = "Exit code 1\nfetching   1 %\rfetching  99 %\rError: no space left\rfetching 100 %";
    await session.use("Bash", { command: "npm run fetch" }, { ok: false, text });
    const { sections } = await resume.call(ctx, {});
    const itemsOf = (title: string) => sections.find((section) => section.title === title)?.items;
    expect(itemsOf("Still failing")).toEqual(["npm run fetch → Error: no space left"]);
    await session.prompt("Now quote the fields.");
    const later = (await resume.call(ctx, {})).sections.flatMap(({ items }) => items);
    expect(later).toContain("Never write to the production bucket.");
  }));
