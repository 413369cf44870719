import { describe, expect, test } from "vitest";
import { loadOperations } from "../../../src/operations.ts";
import { save } from "../../../src/place/operations/save.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { runCommand } from "../../support/run-cli.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();

async function cli(place: TestPlace & { columns?: number }, ...words: string[]) {
  return await runCommand(place, words, { columns: () => place.columns ?? Number.POSITIVE_INFINITY });
}

describe("the command line", () => {
  test("D25 D54: save prints the id and how to resume", () =>
    withPlace(async (place) => {
      const { code, out } = await cli(
        place,
        "save",
        "--name",
        "before-refactor",
        "--workflow",
        "w",
        "--step",
        "Phase 3",
      );
      expect(code).toBe(0);
      const id = /chk_[0-9a-z]{16}/.exec(out)?.[0];
      for (const part of [`Checkpoint: ${id}`, "Workflow: w", "Step: 1 - Phase 3", `holdfast resume ${id}`]) {
        expect(out).toContain(part);
      }
    }));

  test("D55 D27 D28: shortened ids of the list resolve", () =>
    withPlace(async (place) => {
      await cli(place, "save", "--state", '{"pending_phases":["4"]}');
      const { out } = await cli(place, "list");
      const short = /chk_[0-9a-z]{8}/.exec(out)?.[0] ?? "";
      expect(out).toMatch(/^ID +PROGRESS +TRIGGER +AGE/);
      await cli(place, "save", "--workflow", "w", "--step", "one");
      expect((await cli(place, "list")).out).toMatch(/^ID +WORKFLOW +STEP +PROGRESS +TRIGGER +AGE/);
      expect((await cli(place, "inspect", short)).out).toContain("Phases\n- [ ] 4\n");
      expect((await cli(place, "resume", short)).out).toContain("Next: 4");
    }));

  test("without a command it shows the newest checkpoints and what to do next", () =>
    withPlace(async (place) => {
      expect((await cli(place)).out).toMatch(
        /^No agent is connected yet, .*\n\nNext\nholdfast connect +capture/,
      );
      for (let i = 0; i < 6; i++) await cli(place, "save", "--name", `mark-${i}`);
      const { out } = await cli(place);
      const newest = /chk_[0-9a-z]{8}/.exec((await cli(place, "list")).out)?.[0];
      expect(out.match(/mark-\d/g)).toEqual(["mark-5", "mark-4", "mark-3", "mark-2", "mark-1"]);
      expect(out).toContain(`holdfast resume ${newest}`);
    }));

  test("in a narrow terminal the step is truncated, and wide characters keep the columns aligned", () =>
    withPlace(async (place) => {
      const step = "Fix the limiter and write down what it does";
      await cli(place, "save", "--workflow", "w", "--step", step);
      await cli(place, "save", "--workflow", "w", "--step", "修正限流器 👍");
      const wide = (await cli(place, "list")).out.split("\n");
      expect(wide[2]).toContain(step);
      const narrow = (await cli({ ...place, columns: 70 }, "list")).out.split("\n").slice(0, 3);
      for (const line of narrow) expect(line.length).toBeLessThanOrEqual(70);
      expect(narrow[2]).toMatch(/Fix the lim.*… +explicit/);
      // Five wide characters and an emoji (of two units) stand for six more columns than `length` says, less one.
      expect(wide[1]?.indexOf("explicit")).toBe((wide[2]?.indexOf("explicit") ?? 0) - 5);
    }));

  test("D56 D57: resume shows completed and current steps, inspect the parent with its step", () =>
    withPlace(async (place) => {
      const state =
        '{"current_phase":"3","completed_phases":["1","2"],"files_modified":["/a/b.ts","/a/c.ts"]}';
      await cli(place, "save", "--workflow", "w", "--step", "Phase 2", "--name", "mark");
      await cli(place, "save", "--workflow", "w", "--step", "Phase 3", "--state", state);
      const { out } = await cli(place, "resume");
      const done = "Completed\n- [x] 1\n- [x] 2\n\nIn progress\n- [ ] 3\n";
      for (const part of [done, "Files modified (2)\n- /a/ (2 files)", "Next: 3"])
        expect(out).toContain(part);
      const id = /chk_[0-9a-z]{16}/.exec(out)?.[0] ?? "";
      expect((await cli(place, "inspect", id)).out).toMatch(
        /Parent: chk_\w+ \(mark\), just now\nChildren: none \(this is the latest\)\n/,
      );
    }));

  test("S39: stats compares recovered sessions with cold ones", () =>
    withPlace(async (place) => {
      expect((await cli(place, "stats")).out).toContain("No sessions of this project yet");
      const ctx = await place.open();
      const killed = new AgentSession(ctx, place.clock, { pid: 4_194_305 });
      await killed.start();
      await killed.prompt("Build the importer.");
      await killed.use("Edit", { file_path: `${place.project}/importer.ts` });
      const next = new AgentSession(ctx, place.clock);
      await next.start();
      await next.prompt("Go on.");
      await next.use("Read", { file_path: `${place.project}/importer.ts` });
      const { out } = await cli(place, "stats");
      expect(out).toMatch(/^START +SESSIONS +USED IT +FILES OPENED/);
      expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
      expect(out).toMatch(/^recovered +1 +1 of 1 +1 of 1 +0 of 0 +0 of 0 +1$/m);
      expect(out).toMatch(/^cold +1 +0 of 0 /m);
    }));

  test("prints one JSON document with --json", () =>
    withPlace(async (place) => {
      expect(JSON.parse((await cli(place, "save", "--json")).out)).toMatchObject({ kind: "place" });
      expect(JSON.parse((await cli(place, "list", "--json")).out).checkpoints).toHaveLength(1);
    }));

  test("SEC-S34: shows no control byte of stored text", () =>
    withPlace(async (place) => {
      await cli(place, "save", "--name", "a\u001b]52;c;aGk=\u0007b\u202ec\u009b31m", "--digest", "x\ry\b");
      for (const words of [["list"], ["resume"]]) {
        expect((await cli(place, ...words)).out).toMatch(/^[\t\n\x20-\x7e…→-]*$/);
      }
      expect((await cli(place, "list")).out).toContain("\\u{1b}");
      const state = JSON.stringify({ "key\u009b2J\u202e": "value\u009b" });
      await cli(place, "save", "--state", state);
      const id = /chk_[0-9a-z]{8}/.exec((await cli(place, "list")).out)?.[0] ?? "";
      expect((await cli(place, "inspect", id)).out).toMatch(/^[\n\x20-\x7e]*key[\n\x20-\x7e]*$/);
    }));

  test("shows an integer beyond doubles with all its digits", () =>
    withPlace(async (place) => {
      const id = await place.open().then(async (ctx) => {
        const saved = await save.call(ctx, { state: { big: 12345678901234567890n } });
        return saved.id;
      });
      expect((await cli(place, "inspect", id)).out).toContain('"big": "12345678901234567890"');
      expect((await cli(place, "inspect", id, "--json")).out).toContain('"big":12345678901234567890');
    }));

  test("errors name the next step, exit with their code and show no stack", () =>
    withPlace(async (place) => {
      const missing = await cli(place, "inspect", "chk_zzzzzzzz");
      expect(missing).toMatchObject({ code: 66, out: "" });
      expect(missing.err).toContain("There is no checkpoint chk_zzzzzzzz.");
      expect(missing.err).toContain("holdfast list");
      expect(missing.err).not.toMatch(/^ +at /m);
      expect((await cli(place, "lst")).err).toContain("list");
      expect((await cli(place, "lst")).code).toBe(64);
      expect((await cli(place, "--version")).out).toBe("1.2.3\n");
    }));

  test("with --json an error is one JSON document too, with empty output", () =>
    withPlace(async (place) => {
      for (const [code, ...words] of [
        [66, "inspect", "chk_zzzzzzzz"],
        [66, "list", "--session", "nobody"],
        [64, "lst"],
        [64, "save", "--state", "{"],
        [64, "list", "--limit", "x"],
      ] as const) {
        const failed = await cli(place, ...words, "--json");
        expect(failed).toMatchObject({ code, out: "" });
        expect(Object.keys(JSON.parse(failed.err))).toEqual(["code", "message", "next"]);
      }
      expect(JSON.parse((await cli(place, "--json")).out)).toMatchObject({ checkpoints: [] });
    }));

  test("help lists every operation in its group, each with a summary of one short line", () =>
    withPlace(async (place) => {
      const { out } = await cli(place, "--help");
      const headings = [...out.matchAll(/^(\w+):$/gm)].map(([, heading]) => heading);
      expect(headings).toEqual([
        "Options",
        "Checkpoints",
        "Files",
        "Sessions",
        "Workflows",
        "Notes",
        "Agents",
        "Other",
      ]);
      for (const { name, summary } of operations) {
        expect(summary).toMatch(/^[A-Z][a-z]+ [^\n]{1,58}[^.]$/);
        expect(out).toMatch(new RegExp(`^  ${name}\\b.* {2}${summary}$`, "m"));
      }
    }));

  test("capture is paused and resumed in words, not in JSON", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await new AgentSession(ctx, place.clock).start();
      const [session] = await ctx.store.listSessions({ limit: 1 });
      const id = session?.nativeId ?? "";
      expect((await cli(place, "capture", "pause", "--session", id)).out).toMatch(
        /^Capture is paused for session/,
      );
      expect((await cli(place, "capture", "--session", id)).out).toContain("holdfast capture resume");
      const { out } = await cli(place, "capture", "resume", "--session", id);
      expect(out).toBe(`Capture is active for session ${id.slice(0, 8)}.\n`);
    }));

  test("explains an invalid command line and points to its help", () =>
    withPlace(async (place) => {
      expect((await cli(place, "list", "--limit", "x")).err).toMatch(
        /^holdfast: --limit: must be a number\.\n/,
      );
      expect((await cli(place, "list", "--limit", "999")).err).toContain("must be at most 200");
      expect((await cli(place, "inspect")).err).toBe(
        "holdfast: missing required argument 'id'.\nRun `holdfast inspect --help` for usage.\n",
      );
      expect((await cli(place, "lst")).err).toMatch(
        /^holdfast: .*\(Did you mean list\?\)\nRun `holdfast --help`/,
      );
      const help = await cli(place, "save", "--help");
      expect(help).toMatchObject({ code: 0, err: "" });
      expect(help.out).toMatch(
        /--kind <word> +Kind; by default step in a workflow, otherwise place\n +\(one of: step,/,
      );
    }));

  test("connect and disconnect leave the home as it was; doctor wants one agent connected, not all", () =>
    withPlace(async (place) => {
      const before = await cli(place, "doctor");
      expect(before.code).toBe(1);
      expect(before.out).toContain("run `holdfast connect claude-code`");
      expect((await cli(place, "connect", "claude-code", "--force")).out).toContain("created");
      const after = await cli(place, "doctor");
      expect(after.out).toContain("  claude-code is connected");
      expect(after.out).not.toContain("gemini");
      expect((await cli(place, "status")).out).toMatch(/claude-code +connected\n.*gemini +not connected:/s);
      expect((await cli(place, "connect", "claude-code", "--force")).out).toContain("nothing to change");
      expect((await cli(place, "disconnect", "claude-code")).out).toContain("removed");
      expect((await cli(place, "connect", "vim")).code).toBe(64);
    }));
});
