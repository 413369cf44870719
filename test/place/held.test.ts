import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatHeldPrompt, parseHeldPrompts } from "../../src/place/held/held-prompt-format.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { renderResume } from "../../src/surfaces/cli/render/resume.ts";
import { AgentSession } from "../support/agent-session.ts";
import { sharedFolder } from "../support/shared-folder.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const MINE = { agent: "claude-code", nativeSession: "mine" };
const OWN = "memory/pending-prompt-mine.txt";
const THREE = `before the first header

=== BLOCKED PROMPT [2026-11-20T10:00:00Z] ===

fix the header
in two lines

=== BLOCKED PROMPT [2026-11-20T11:00:00Z] ===
${"x".repeat(100)}
`;

type Shared = ReturnType<typeof sharedFolder>;

/** A session with a saved place, so that something can be resumed. */
function withHeld(
  work: (
    call: (input: object) => ReturnType<typeof resume.call>,
    shared: Shared,
    place: TestPlace,
  ) => Promise<void>,
) {
  return withPlace(async (place) => {
    const shared = sharedFolder(place.project);
    const ctx = await place.open(MINE);
    await save.call(ctx, { task: "t" });
    await work((input) => resume.call(ctx, input), shared, place);
  });
}

describe("prompts that are held for this session", () => {
  test("P35: without files, there is nothing to ask", () =>
    withHeld(async (call) => expect((await call({})).held).toBeNull()));

  test("P36: a file without headers is one prompt, which can be run, left or edited first", () =>
    withHeld(async (call, shared) => {
      const keep = () => shared.write(OWN, "fix the\nheader\n");
      keep();
      expect((await call({})).held).toMatchObject({
        isOwn: true,
        prompts: [{ number: 1, at: "legacy", beginning: "fix the header", replayable: true }],
        run: null,
      });
      expect((await call({ held: "edit" })).held).toMatchObject({ edit: "fix the\nheader", run: null });
      expect(existsSync(shared.path(OWN))).toBe(true);
      expect((await call({ held: "edit", replacement: "other" })).held).toMatchObject({ run: "other" });
      expect(existsSync(shared.path(OWN))).toBe(false);
      keep();
      expect((await call({ held: "y" })).held?.run).toBe("fix the\nheader");
      keep();
      expect((await call({ held: "n" })).held?.run).toBeNull();
      expect(shared.files().filter((name) => name.includes("pending-prompt"))).toEqual([
        "memory/trash/2026-11-21/pending-prompt-mine.txt",
        "memory/trash/2026-11-21/pending-prompt-mine.txt.2",
        "memory/trash/2026-11-21/pending-prompt-mine.txt.3",
      ]);
    }));

  test("P37: are listed with time and first 80 characters, including text before the first header", () =>
    withHeld(async (call, shared) => {
      shared.write(OWN, THREE);
      expect((await call({})).held?.prompts).toEqual([
        { number: 1, at: "legacy", beginning: "before the first header", replayable: true },
        { number: 2, at: "2026-11-20T10:00:00Z", beginning: "fix the header in two lines", replayable: true },
        { number: 3, at: "2026-11-20T11:00:00Z", beginning: `${"x".repeat(79)}…`, replayable: true },
      ]);
    }));

  test.each([
    ["all", `before the first header\n\nfix the header\nin two lines\n\n${"x".repeat(100)}`],
    ["2", "fix the header\nin two lines"],
    [" 3 , 1 ", `before the first header\n\n${"x".repeat(100)}`],
    ["none", null],
  ])("P37 P40: %j runs them in order, and the file is moved to the trash", (held, run) =>
    withHeld(async (call, shared) => {
      shared.write(OWN, THREE);
      expect((await call({ held })).held).toMatchObject({ run, askAgain: false });
      expect(existsSync(shared.path(OWN))).toBe(false);
    }),
  );

  test.each(["4", "0", "1,9", "edit 7", "edit", "first", "1-2", ""])(
    "P37: after the invalid answer %j they are asked for once more; then it means none",
    (held) =>
      withHeld(async (call, shared) => {
        shared.write(OWN, THREE);
        expect((await call({ held })).held).toMatchObject({ askAgain: true, run: null });
        expect(existsSync(shared.path(OWN))).toBe(true);
        expect((await call({ held, tries: 1 })).held).toMatchObject({ askAgain: false, run: null });
        expect(existsSync(shared.path(OWN))).toBe(false);
      }),
  );

  test("P37: edit 2 shows the second one in full and waits for its replacement", () =>
    withHeld(async (call, shared) => {
      shared.write(OWN, THREE);
      expect((await call({ held: "edit 2" })).held?.edit).toBe("fix the header\nin two lines");
      expect((await call({ held: "edit 2", replacement: "fix it all" })).held?.run).toBe("fix it all");
    }));

  test("P40: what is printed says whether the prompts went to the trash, and offers them no more", () =>
    withHeld(async (call, shared) => {
      const how = { style: styleFor(false), now: 0, columns: 80 };
      const print = async (input: object) => renderResume(await call(input), how).join("\n");
      shared.write(OWN, THREE);
      expect(await print({})).toMatch(/Which ones\?[\s\S]*Nothing was restored: no files were changed\./);
      const decided = await print({ held: "none" });
      expect(decided).toContain("Nothing was restored.\nThe held prompts were moved to the trash.");
      expect(decided).not.toContain("Which ones?");
    }));

  test("a notification of the client is marked and never run again", () =>
    withHeld(async (call, shared) => {
      const note = {
        at: "2026-11-20T12:00:00Z",
        text: "<task-notification>done</task-notification>",
        replayable: false,
      };
      shared.write(OWN, `${THREE}\n${formatHeldPrompt(note)}`);
      expect((await call({})).held?.prompts.map(({ replayable }) => replayable)).toEqual([
        true,
        true,
        true,
        false,
      ]);
      expect((await call({ held: "all" })).held?.run).not.toContain("task-notification");
    }));
});

describe("prompts that are held for other sessions", () => {
  const OTHER = "memory/pending-prompt-other.txt";

  test("P38 P41: come with a warning with both ids; yes runs them and keeps the file, no keeps it, delete trashes it", () =>
    withHeld(async (call, shared) => {
      shared.write(OTHER, "fix the header");
      const { held, warnings } = await call({});
      expect(held).toMatchObject({ session: "other", isOwn: false });
      expect(warnings).toContainEqual(expect.stringMatching(/mismatch: was other, current mine/));
      expect((await call({ held: "y" })).held?.run).toBe("fix the header");
      expect((await call({ held: "n" })).held?.run).toBeNull();
      expect(existsSync(shared.path(OTHER))).toBe(true);
      expect((await call({ held: "delete" })).held?.run).toBeNull();
      expect(existsSync(shared.path(OTHER))).toBe(false);
      expect(shared.files()).toContain("memory/trash/2026-11-21/pending-prompt-other.txt");
    }));

  test("P38: come only if there are none for this session", () =>
    withHeld(async (call, shared) => {
      shared.write(OTHER, "theirs");
      shared.write(OWN, "ours");
      expect((await call({})).held?.prompts[0]?.beginning).toBe("ours");
    }));
});

test("P37: prompts survive the file whatever they contain, even lines like a header", () => {
  const line = fc.oneof(
    fc.string({ maxLength: 30 }).map((text) => text.replaceAll(/[\r\n]/g, " ")),
    fc.constantFrom(
      "=== BLOCKED PROMPT [now] ===",
      "\\=== BLOCKED PROMPT [now] ===",
      "\\\\=== BLOCKED PROMPT [",
      "## x",
    ),
  );
  const text = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join("\n"));
  const prompts = fc.array(
    text.filter((said) => said.trim() !== "" && said === said.trimEnd() && !/^\s*\n/.test(said)),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(prompts, (texts) => {
      const kept = texts.map((said, i) => ({ at: `2026-11-20T10:00:0${i}Z`, text: said, replayable: true }));
      expect(parseHeldPrompts(kept.map(formatHeldPrompt).join(""))).toEqual(kept);
    }),
  );
});

test("a prompt that was lost in a crash is offered; one that was answered or is still running is not", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const swallowed = async (pid: number, answer?: string) => {
      const session = new AgentSession(ctx, clock, { pid });
      await session.prompt("Build the importer.");
      await session.stop("Done.");
      await session.prompt("Now quote the fields.");
      if (answer !== undefined) await session.stop(answer);
      return (await resume.call(ctx, { id: (await session.row()).nativeId })).held;
    };
    expect((await swallowed(4_194_305))?.prompts).toMatchObject([{ beginning: "Now quote the fields." }]);
    expect(await swallowed(4_194_305, "Quoted.")).toBeNull();
    expect(await swallowed(process.pid)).toBeNull();
  }));
