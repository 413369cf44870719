import { expect, test } from "vitest";
import { AgentSession } from "../../support/agent-session.ts";
import { runCommand } from "../../support/run-cli.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

const cli = async (place: TestPlace, ...words: string[]) => (await runCommand(place, words)).out;

test("D57: inspect shows requests, rules, plans, decisions and changes as a page, and JSON on request", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const session = new AgentSession(ctx, place.clock, { pid: process.pid, nativeSession: "native" });
    await session.start();
    await session.prompt("Build the importer. Never use Redis in this project.");
    const todos = [
      { content: "Write the parser", status: "completed" },
      { content: "Write the docs", status: "in_progress" },
    ];
    await session.use("TodoWrite", { todos });
    await session.use("Edit", { file_path: `${place.project}/importer.ts` });
    await session.use("Bash", { command: "npm test" }, { ok: false, text: "1 failed" });
    await session.prompt("Now the docs.");
    await cli(place, "save", "--name", "first");
    place.clock.now += 2 * 3_600_000;
    await cli(place, "digest", "--decision", "Use SQLite", "--next-step", "Ship it", "--blocker", "No token");
    const page = await cli(place, "inspect", "first");
    for (const part of [
      /^chk_\w{16} \(first\)\nSaved: 2h ago, 2026-11-21 12:\d\d:\d\d UTC \(on request\)\n/,
      /^Session: claude-code, native$/m,
      /^Goal\nBuild the importer\. Never use Redis in this project\.\n\nLatest request\nNow the docs\.$/m,
      /^User said\n- Build the importer\.\n- Never use Redis in this project\.\n/m,
      /^Todos \(1 open, 1 done\)\n- \[ \] Write the docs \(in progress\)\n- \[x\] Write the parser$/m,
      /^Still failing\n- npm test: 1 failed$/m,
      /^Files changed \(1\)\n- .*importer\.ts$/m,
      /^Lineage\nParent: none \(this is the first\)\nChild: chk_\w{16} \(Decided: - Use SQLite .*\), just now$/m,
    ])
      expect(page).toMatch(part);
    for (const noise of ["{", "lastAnswer", "Other state"]) expect(page).not.toContain(noise);
    const [{ id }] = JSON.parse(await cli(place, "list", "--json")).checkpoints;
    const digest = await cli(place, "inspect", id);
    expect(digest).toMatch(/^Next steps\n- Ship it\n\nDecisions\n- Use SQLite\n/m);
    expect(digest).toMatch(/^Blockers\n- No token$/m);
    expect(digest).toMatch(/^Parent: chk_\w{16} \(first\), 2h ago$/m);
    expect(JSON.parse(await cli(place, "inspect", "first", "--json")).state.todos).toEqual(todos);
  }));

test("a session that continues another one shows what it inherited and did not do since", () =>
  withPlace(async (place) => {
    const todo = { content: "Ship", status: "pending" };
    const failures = [
      { command: "npm test", output: "1 failed" },
      { command: "npm run lint", output: "2 errors" },
    ];
    const inherited = { goal: "Build it", todos: [todo], decisions: [], files: ["/a.ts"], failures };
    const commands = [{ command: "npm test", output: "", ok: true }];
    const state = { goal: "Go on", prompts: [{ text: "Go on" }], commands, inherited };
    await cli(place, "save", "--name", "next", "--state", JSON.stringify(state));
    const page = await cli(place, "inspect", "next");
    for (const part of [
      "Goal\nBuild it\n",
      "- [ ] Ship\n",
      "Still failing\n- npm run lint: 2 errors\n",
      "- /a.ts\n",
    ])
      expect(page).toContain(part);
    expect(page).not.toContain("npm test");
  }));

test("list marks names, explains how to see more, and shows the project with --all", () =>
  withPlace(async (place) => {
    for (const step of ["one", "two", "three"]) await cli(place, "save", "--workflow", "w", "--step", step);
    await cli(place, "save", "--name", "kept");
    const whole = await cli(place, "list");
    expect(whole).toMatch(/ \* kept /);
    expect(whole).toContain("* named: kept until you delete it\n");
    expect(whole).not.toMatch(/There are more|PROJECT/);
    const page = await cli(place, "list", "--limit", "2");
    expect(page).not.toMatch(/ two | one /);
    const [, after = ""] =
      /There are more\. To show them, add --after (chk_\w{8}) or a larger --limit/.exec(page) ?? [];
    const rest = await cli(place, "list", "--limit", "2", "--after", after);
    expect(rest).toMatch(/ two [^]* one /);
    expect(rest).not.toContain("There are more");
    expect(rest).not.toContain("has a name");
    expect(await cli(place, "list", "--all")).toMatch(/AGE +PROJECT\n.* project\n/);
    expect(await cli(place, "list", "--workflow", "nope")).toBe(
      'No checkpoints of workflow "nope" in this project.\n',
    );
    expect(JSON.parse(await cli(place, "list", "--limit", "4", "--json"))).toMatchObject({
      more: false,
      all: false,
    });
  }));

test("inspect takes the id of a session, as lists show it", () =>
  withPlace(async (place) => {
    const nativeSession = "2dc79b80-3f1e-4c1d-9a1e-1b2c3d4e5f60";
    const session = new AgentSession(await place.open(), place.clock, { pid: 4_194_305, nativeSession });
    await session.start();
    await session.prompt("Build the importer.");
    const { code, err } = await runCommand(place, ["inspect", "2dc79b80"]);
    expect(code).not.toBe(0);
    expect(err).toMatch(/Session 2dc79b80 has no checkpoint yet\.\n.*holdfast resume 2dc79b80/);
    await session.compact();
    for (const id of ["2dc79b80", nativeSession])
      expect(await cli(place, "inspect", id)).toMatch(/^chk_\w{16}[^]*Goal\nBuild the importer\./);
    expect((await runCommand(place, ["inspect", "3dc79b80"])).err).toContain("3dc79b80");
  }));
