import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { listSessionChoices } from "../../src/recovery/browse/list-session-choices.ts";
import { AgentSession } from "../support/agent-session.ts";
import { runCommand } from "../support/run-cli.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };

/** A repository with two packages. */
function monorepo({ project }: TestPlace) {
  mkdirSync(join(project, ".git"));
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  const [a, b] = ["a", "b"].map((name) => {
    const directory = join(project, "packages", name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "package.json"), JSON.stringify({ name }));
    return directory;
  });
  return { a: a ?? "", b: b ?? "" };
}

/** A session that was killed after one prompt and one edit. */
async function killedIn(
  ctx: OpenContext,
  { clock }: TestPlace,
  work: { cwd: string; prompt: string; file: string },
) {
  const { cwd, prompt, file } = work;
  const session = new AgentSession(ctx, clock, { ...DEAD, cwd });
  const start = await session.start();
  await session.prompt(prompt);
  await session.use("Edit", { file_path: file, old_string: "1", new_string: "2" });
  return { session, start };
}

const IN_A = "Package a: migrate to ESM. Do not touch package b.";
const IN_B = "Package b: add pagination; page size must stay 20.";

test("work belongs to the package where it was done: two tasks are never mixed in one record", () =>
  withPlace(async (place) => {
    const { a, b } = monorepo(place);
    const ctx = await place.open();
    await killedIn(ctx, place, { cwd: a, prompt: IN_A, file: join(a, "index.js") });

    const second = await killedIn(ctx, place, { cwd: b, prompt: IN_B, file: join(b, "page.js") });
    expect(second.start.context).toContain("They worked in another package of this worktree");
    expect(second.start.context).toMatch(/chk_\w+: "Package a: migrate/);
    expect(second.start.context).toContain(`(${a}, branch main`);
    expect(second.start.notice).toContain("1 earlier session");
    expect((await second.session.row()).parentId).toBeNull();

    const third = new AgentSession(ctx, place.clock, { ...DEAD, cwd: a });
    const { context } = await third.start();
    expect(context).toContain("Do not touch package b.");
    expect(context).not.toContain("pagination");
    await third.prompt("continue");

    const fourth = await new AgentSession(ctx, place.clock, { cwd: b }).start();
    expect(fourth.context).toContain("page size must stay 20");
    expect(fourth.context).not.toContain("ESM");
  }));

test("a record names files as its reader sees them, whether a tool or a command changed them", () =>
  withPlace(async (place) => {
    const { a, b } = monorepo(place);
    const ctx = await place.open();
    const { session } = await killedIn(ctx, place, { cwd: a, prompt: IN_A, file: join(a, "index.js") });
    const files = [join(a, "index.js"), join(a, "package.json"), join(place.project, "README.md")];
    for (const file of files.slice(1)) writeFileSync(file, "");
    await session.use("Bash", {
      command: "npm pkg set type=module && sed -i s/1/2/ index.js && touch ../../README.md",
    });
    expect((await session.row()).capture.files.map(({ path }) => path)).toEqual([
      files[1],
      files[0],
      files[2],
    ]);

    const { context } = await new AgentSession(ctx, place.clock, { ...DEAD, cwd: a }).start();
    expect(context).toContain("Files changed: package.json, index.js, ../../README.md");
    expect(context).toContain("edited by someone else: package.json, ../../README.md; missing: index.js");
    const shown = await resume.call(await place.open({ cwd: b }), { id: (await session.row()).nativeId });
    expect(shown).toMatchObject({
      worktree: place.project,
      directory: b,
      files: [files[1], files[0], files[2]],
    });
    expect(JSON.stringify(shown.sections)).toContain("../a/package.json");
  }));

test("a list names sessions by their task, package and number of files", () =>
  withPlace(async (place) => {
    const { a } = monorepo(place);
    const ctx = await place.open();
    await killedIn(ctx, place, { cwd: a, prompt: IN_A, file: join(a, "index.js") });
    const { out } = await runCommand(place, ["continue"]);
    expect(out).toMatch(
      /^SESSION +TITLE +DIRECTORY +FILES +AGENT +STATE +LAST WORK\n\w+ +Package a: migrate to ESM\. .* +packages\/a +1 +claude-code/,
    );
  }));

test("a session that was started at the root counts for the packages whose files it changed", () =>
  withPlace(async (place) => {
    const { a, b } = monorepo(place);
    const ctx = await place.open();
    await killedIn(ctx, place, { cwd: place.project, prompt: IN_A, file: join(a, "index.js") });
    const inB = await new AgentSession(ctx, place.clock, { ...DEAD, cwd: b }).start();
    expect(inB.context).toContain("none was chosen");
    const inA = await new AgentSession(ctx, place.clock, { ...DEAD, cwd: join(a) }).start();
    expect(inA.context).toContain("Latest request: Package a: migrate to ESM.");
  }));

test("a session keeps the package in which it was started, whatever directory its agent goes to", () =>
  withPlace(async (place) => {
    const { a, b } = monorepo(place);
    const ctx = await place.open();
    const session = new AgentSession(ctx, place.clock, { ...DEAD, cwd: a });
    await session.start();
    await session.prompt(IN_A);
    await session.prompt("Look at the other one.", { cwd: b });
    expect(await session.row()).toMatchObject({ startedIn: a, cwd: b });
    expect((await new AgentSession(ctx, place.clock, { cwd: b }).start()).context).toContain(
      "none was chosen",
    );
  }));

test("a person who resumes in a package gets the work of that package", () =>
  withPlace(async (place) => {
    const { a, b } = monorepo(place);
    const ctx = await place.open();
    await killedIn(ctx, place, { cwd: a, prompt: IN_A, file: join(a, "index.js") });
    await killedIn(ctx, place, { cwd: b, prompt: IN_B, file: join(b, "page.js") });
    const resumed = await resume.call(await place.open({ cwd: a }), {});
    expect(JSON.stringify(resumed)).toContain("Do not touch package b.");
    expect(JSON.stringify(resumed)).not.toContain("pagination");
  }));

test("a session in which a person only went on has no work: it is not offered, and passes on what it was offered", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const [one, two] = [new AgentSession(ctx, place.clock, DEAD), new AgentSession(ctx, place.clock, DEAD)];
    for (const session of [one, two]) await session.start();
    await one.prompt("Draw the chart.");
    await two.prompt("Write the manual.");
    const empty = new AgentSession(ctx, place.clock, DEAD);
    expect((await empty.start()).context).toContain("none was chosen");
    for (const prompt of ["continue", "/model opus", "!ls", "weiter bitte"]) await empty.prompt(prompt);

    const { context } = await new AgentSession(ctx, place.clock, DEAD).start();
    expect(context).toContain("none was chosen");
    expect(context).toContain('"Draw the chart."');
    expect(context).toContain('"Write the manual."');
    expect(context).not.toContain("weiter");
    const titles = (await listSessionChoices(ctx)).map(({ title }) => title);
    expect(titles).toEqual(["Write the manual.", "Draw the chart."]);
  }));

test("a checkpoint of a session that only went on has the title of the work that it continues", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const first = new AgentSession(ctx, place.clock, DEAD);
    await first.prompt("Build the importer.");
    const second = new AgentSession(ctx, place.clock, DEAD);
    await second.start();
    await second.prompt("continue");
    await second.end();
    const [newest] = await ctx.store.listCheckpoints({ sessionId: (await second.row()).id, limit: 1 });
    expect(newest).toMatchObject({
      stepName: "Build the importer.",
      digest: expect.stringContaining("Build the importer."),
    });
  }));

test("what only asks to go on is never the latest request", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const session = new AgentSession(ctx, place.clock, DEAD);
    await session.prompt("continue");
    await session.prompt("Build the importer.");
    await session.prompt("Test it with a large file.");
    for (const prompt of ["請繼續", "/compact", "go on"]) await session.prompt(prompt);
    const { context } = await new AgentSession(ctx, place.clock, DEAD).start();
    expect(context).toContain("Latest request: Test it with a large file.");
    expect(context).toContain("Build the importer.");
    for (const idle of ["go on", "請繼續", "/compact"]) expect(context).not.toContain(idle);
  }));

test("at 80 columns, a title in the list keeps 36 of them", () =>
  withPlace(async (place) => {
    const { a, b } = monorepo(place);
    const ctx = await place.open();
    await killedIn(ctx, place, { cwd: a, prompt: IN_A, file: join(a, "index.js") });
    const { session } = await killedIn(ctx, place, { cwd: b, prompt: IN_B, file: join(b, "index.js") });
    await session.use("TodoWrite", { todos: [{ content: "Test it", status: "pending" }] });
    const lines = async (columns: number) =>
      (await runCommand(place, ["continue"], { columns: () => columns })).out.split("\n");
    const narrow = await lines(80);
    expect(narrow.filter((line) => line.length > 80)).toEqual([]);
    expect(narrow[0]).toMatch(/^SESSION +TITLE +/);
    expect(narrow.join("\n")).toContain("Package a: migrate to ESM. Do not t");
    expect((await lines(120))[0]).toMatch(/DIRECTORY +FILES +AGENT +STATE +TODOS +LAST WORK$/);
  }));

test("resume shows the work of its package, and says so where there is only that of another one", () =>
  withPlace(async (place) => {
    const { a, b } = monorepo(place);
    const ctx = await place.open();
    await killedIn(ctx, place, { cwd: b, prompt: IN_B, file: join(b, "index.js") });
    const inA = await place.open({ cwd: a });
    const elsewhere = await resume.call(inA, {});
    expect(JSON.stringify(elsewhere.sections)).toContain("page size must stay 20");
    expect(elsewhere.warnings).toEqual([
      "This work was done in packages/b; none is known here. To choose another: `holdfast continue`.",
    ]);

    place.clock.now += 60_000;
    await killedIn(ctx, place, { cwd: a, prompt: IN_A, file: join(a, "index.js") });
    place.clock.now += 5 * 3_600_000;
    await killedIn(ctx, place, { cwd: b, prompt: IN_B, file: join(b, "index.js") });
    const own = await resume.call(inA, {});
    expect(JSON.stringify(own.sections)).toContain("migrate to ESM");
    expect(own.warnings).toEqual([]);
  }));

test("inspect of a session that only went on shows the request that it goes on with", () =>
  withPlace(async (place) => {
    const { a } = monorepo(place);
    const ctx = await place.open();
    const { session } = await killedIn(ctx, place, { cwd: a, prompt: IN_A, file: join(a, "index.js") });
    await session.prompt("Now write the changelog.");
    await session.use("TodoWrite", { todos: [{ content: "Date it", status: "pending" }] });
    await session.use("Bash", { command: "npm test" }, { ok: false, text: "1 failed" });
    const next = new AgentSession(ctx, place.clock, { cwd: a });
    await next.start();
    await next.prompt("What now?");
    await next.end();
    const { out } = await runCommand(place, ["inspect", (await next.row()).nativeId]);
    expect(out).toContain("\nLatest request\nNow write the changelog.\n");
    expect(out).toContain("(1 prompt, 1 open todo, 1 still failing)");
    expect(out).toContain("\nFiles changed (1)\n- packages/a/index.js\n");
    expect(out).not.toContain("What now?");
  }));

test("at the root, a choice names the package of each task and the command, and a save says what it lacks", () =>
  withPlace(async (place) => {
    const { a, b } = monorepo(place);
    const ctx = await place.open();
    const { session } = await killedIn(ctx, place, { cwd: a, prompt: IN_A, file: join(a, "index.js") });
    await killedIn(ctx, place, { cwd: b, prompt: IN_B, file: join(b, "index.js") });
    const { err } = await runCommand(place, ["resume"]);
    expect(err).toMatch(/"Package a: migrate to ESM\. [^"]*" \(claude-code, packages\/a, \d+ s ago\)/);
    expect(err).toMatch(/Choose one by its id, such as `holdfast resume \w{8}`\./);

    const loose = await runCommand(place, ["save", "--name", "before-lunch"]);
    expect(loose.err).toContain("It holds only the files as they are now");
    const own = await runCommand(place, ["save", "--session", (await session.row()).nativeId.slice(0, 8)]);
    expect(own.err).toBe("");
  }));
