import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { expect } from "vitest";
import { restore } from "../../src/restore/operations/restore.ts";
import { undo } from "../../src/restore/operations/undo.ts";
import { Crash, crashing } from "../support/crashing-context.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** Few names, so that files, links and directories take each other's place. */
const path = fc.constantFrom("a", "b", "d", "d/x", "d/y", "d/e/z", "e/f", "ignored/f", "d/ignored/g");
const content = fc.constantFrom("", "one\n", "two\r\n", "three", "\0\u{ff}");

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("write" as const), path, content }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove" as const), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("mode" as const), path, on: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("link" as const),
      path,
      to: fc.constantFrom("a", "d", "..", "/"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("rename" as const), path, to: path }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("rules" as const),
      rules: fc.constantFrom("ignored/\n", "e\nignored/\n", ""),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("commit" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("nest" as const), path: fc.constantFrom("n", "d/n") }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const turn = fc.record({
  person: fc.array(operation, { maxLength: 2 }),
  /** What the person did is captured by somebody else before the prompt. */
  seen: fc.boolean(),
  agent: fc.array(operation, { minLength: 1, maxLength: 5 }),
  /** The files are captured after each operation of the agent, too. */
  captured: fc.boolean(),
});

export const history = fc.record({
  first: fc.array(operation, { maxLength: 5 }),
  turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
  /** The last turn is still running, and nothing of it was captured. */
  isOpen: fc.boolean(),
  target: fc.nat({ max: 2 }),
  /** The restore is broken off after so many reads and writes of files. */
  crashAfter: fc.option(fc.nat({ max: 12 })),
});
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Each file as its kind, its executable bit and its bytes. */
type Files = Map<string, string>;

/** Lives through a history, restores and takes it back, and checks that no byte of anybody else changed. */
export async function checkHistory({ first, turns, isOpen, target, crashAfter }: History): Promise<void> {
  await withSnapshots(async (fake) => {
    const place = withOwnTime(fake);
    const { project, at } = place;
    for (const each of first) perform(place, each);
    await at("session_start", 0);
    const prompts: Files[] = [];
    const ends: Files[] = [];
    const persons: Set<string>[] = [];
    for (const [index, each] of turns.entries()) {
      // A turn that changed nothing has no snapshot, and there is no record here that knows the time of its prompt.
      const turn = {
        ...each,
        seen: each.seen && ends.every((end, nth) => changedSomething(prompts[nth], end)),
      };
      const before = readFiles(project);
      for (const each of turn.person) perform(place, each);
      prompts.push(readFiles(project));
      const changed = differences(before, readFiles(project));
      persons.push(!turn.seen && goesBack(changed, { prompts, ends }) ? new Set() : changed);
      await liveTurn(place, turn, { number: index + 1, isOpen: isOpen && index === turns.length - 1 });
      ends.push(readFiles(project));
    }
    const chosen = target % turns.length;
    const before = readFiles(project);
    const wanted = prompts[chosen] ?? before;
    const others = new Set(persons.slice(chosen + 1).flatMap((paths) => [...paths]));
    const conflicts = await restoreTo(place, chosen + 1, crashAfter);
    const after = readFiles(project);
    const since = [...prompts.slice(chosen), ...ends.slice(chosen)];
    const isCaptured = (index: number) => !(isOpen && index === turns.length - 1);
    const lived = turns.map((each, index) => ({ ...each, captured: each.captured && isCaptured(index) }));
    checkRestored({ before, wanted, after, since, others, conflicts, turns: lived.slice(chosen) });
    await undo.call(place.ctx, {}).catch(() => undefined);
    expect(readFiles(project)).toEqual(before);
  });
}

function changedSomething(before: Files | undefined, after: Files): boolean {
  const changed = [...differences(before ?? new Map(), after)];
  return changed.some((name) => !isGit(name) && capturedAs(name, before) !== capturedAs(name, after));
}

async function liveTurn(
  place: SnapshotPlace,
  { seen, agent, captured }: History["turns"][number],
  { number, isOpen }: { number: number; isOpen: boolean },
): Promise<void> {
  const { at } = place;
  if (seen) await at("save", number, "ses_other");
  await at("prompt", number);
  for (const each of agent) {
    perform(place, each);
    if (captured && !isOpen) await at("during_turn", number);
  }
  if (!isOpen) await at("turn_end", number);
}

/** More than the steps in which a file system counts. */
const TICK_MS = 10;

/** The file system has its own clock, so the product must have the same one here. */
function withOwnTime(place: SnapshotPlace): SnapshotPlace {
  const { clock, at } = place;
  return {
    ...place,
    async at(...args) {
      clock.now = Math.max(clock.now, Date.now());
      await at(...args);
      await sleep(TICK_MS);
    },
  };
}

/**
 * Whether all that a person changed is as it was before an earlier turn, and the session had changed it since. Nobody can
 * tell this from the agent's own rewind, so a restore may go back further (docs/restore-files.md).
 */
function goesBack(
  changed: ReadonlySet<string>,
  { prompts, ends }: { prompts: readonly Files[]; ends: readonly Files[] },
): boolean {
  const now = prompts.at(-1);
  const captured = [...changed].filter(
    (name) => !isGit(name) && capturedAs(name, ends.at(-1)) !== capturedAs(name, now),
  );
  const isFromBefore = (turn: number) => (name: string) =>
    capturedAs(name, prompts[turn]) === capturedAs(name, now) &&
    ends.some((end, later) => later >= turn && capturedAs(name, end) !== capturedAs(name, prompts[later]));
  return captured.length > 0 && ends.some((_, turn) => captured.every(isFromBefore(turn)));
}

/** What the rules exclude is as if it were not there, so when they cover it, a turn seems to have created it. */
function capturedAs(name: string, files: Files | undefined): string | undefined {
  return files === undefined || isExcluded(name, [files]) ? undefined : files.get(name);
}

/** Restores, perhaps in two attempts. Returns what was kept; undefined if nobody said. */
async function restoreTo(
  { ctx, at }: SnapshotPlace,
  turnNumber: number,
  crashAfter: number | null,
): Promise<Set<string> | undefined> {
  const input = { target: String(turnNumber), session: "ses_one", yes: true };
  const said = (view: Awaited<ReturnType<typeof restore.call>>) =>
    new Set([...view.conflicts, ...view.untouched, ...view.failed].map((kept) => kept.path));
  if (crashAfter === null) return said(await restore.call(ctx, input));
  try {
    return said(await restore.call(crashing(ctx, crashAfter), input));
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    // Any later command completes what was begun.
    await at("during_turn", turnNumber, "ses_later");
    return undefined;
  }
}

/**
 * What was renamed and then edited without a snapshot in between looks as if it had never been captured, so it may be kept
 * (docs/restore-details.md).
 */
function isRenamedAndEdited(name: string, turns: History["turns"]): boolean {
  const isAt = (path: string) => name === path || name.startsWith(`${path}/`);
  return turns.some(({ agent, captured }) => {
    const renamed = agent.findIndex((each) => each.type === "rename" && isAt(each.to));
    const isEdited = agent.slice(renamed + 1).some((each) => each.type === "write" && each.path === name);
    return !captured && renamed !== -1 && isEdited;
  });
}

interface Outcome {
  before: Files;
  wanted: Files;
  after: Files;
  /** What each snapshot since the target found. */
  since: readonly Files[];
  others: Set<string>;
  conflicts: Set<string> | undefined;
  /** The turns that were taken back. */
  turns: History["turns"];
}

/** Nobody else did anything, so there is no reason to keep a file. */
function checkAlone({ before, wanted, after, since, others, conflicts, turns }: Outcome): void {
  const names = [...before.keys(), ...wanted.keys()].filter((name) => !name.startsWith(".git/"));
  if (others.size > 0 || names.some((name) => isGit(name) || isExcluded(name, since))) return;
  const mayBeKept = (name: string) => conflicts?.has(name) !== false && isRenamedAndEdited(name, turns);
  for (const name of names) if (!mayBeKept(name)) expect(after.get(name), name).toBe(wanted.get(name));
}

function checkRestored(outcome: Outcome): void {
  checkAlone(outcome);
  const { before, wanted, after, since, others, conflicts } = outcome;
  for (const name of new Set([...before.keys(), ...wanted.keys(), ...after.keys()])) {
    const now = after.get(name);
    expect([before.get(name), wanted.get(name)], name).toContain(now);
    // What the rules excluded for a while is captured only if the user's index has it. When they cover it no more, nobody
    // knows who wrote it: it counts as the session's, and undo brings it back (docs/restore-details.md).
    if (isExcluded(name, since)) continue;
    if (others.has(name) || isGit(name)) expect(now, name).toBe(before.get(name));
    else if (conflicts && !conflicts.has(name)) expect(now, name).toBe(wanted.get(name));
  }
}

function isExcluded(name: string, states: readonly Files[]): boolean {
  const rules = states.map((files) => files.get(".gitignore") ?? "").join("");
  return (
    (rules.includes("ignored/") && /(^|\/)ignored\//.test(name)) ||
    (rules.includes("e\n") && /(^|\/)e(\/|$)/.test(name))
  );
}

/** The user's repository, and others inside of it. */
function isGit(name: string): boolean {
  return name.startsWith(".git/") || /(^|\/)n\//.test(name);
}

function perform(place: SnapshotPlace, each: Operation): void {
  try {
    if (!("path" in each)) changeRepository(place, each);
    else if (!isBehindLink(place.project, each.path)) changeFile(place, each);
  } catch {
    // A file is in the way of a directory, or the other way round: as for a real program, nothing happens.
  }
}

function changeRepository({ put, git }: SnapshotPlace, each: Exclude<Operation, { path: string }>): void {
  if (each.type === "rules") return put(".gitignore", each.rules);
  git("add", "-A");
  git("commit", "-qm", "work", "--allow-empty");
}

function changeFile(place: SnapshotPlace, each: Extract<Operation, { path: string }>): void {
  const { project, put } = place;
  const full = join(project, each.path);
  switch (each.type) {
    case "write":
      return write(place, each);
    case "remove":
      return put(each.path, null);
    case "mode":
      return lstatSync(full).isFile() ? chmodSync(full, each.on ? 0o755 : 0o644) : undefined;
    case "link":
      mkdirSync(dirname(full), { recursive: true });
      return symlinkSync(each.to, full);
    case "rename":
      return isBehindLink(project, each.to) ? undefined : renameSync(full, join(project, each.to));
    case "nest":
      return nest(place, each.path);
  }
}

function write(
  { project, put }: SnapshotPlace,
  { path: name, content: text }: { path: string; content: string },
) {
  if (lstatSync(join(project, name), { throwIfNoEntry: false })?.isSymbolicLink())
    rmSync(join(project, name));
  put(name, text);
}

function nest({ project, put, git }: SnapshotPlace, name: string): void {
  if (lstatSync(join(project, name), { throwIfNoEntry: false })) return;
  git("init", "-q", name);
  put(`${name}/inside`, "theirs\n");
}

function isBehindLink(project: string, name: string): boolean {
  const parts = name.split("/").slice(0, -1);
  return parts.some((_, depth) =>
    lstatSync(join(project, ...parts.slice(0, depth + 1)), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
}

function differences(a: Files, b: Files): Set<string> {
  return new Set([...a.keys(), ...b.keys()].filter((name) => a.get(name) !== b.get(name)));
}

/** Everything but the objects and messages of git, which its own commands write. */
function readFiles(directory: string, prefix = ""): Files {
  const files: Files = new Map();
  for (const entry of readdirSync(join(directory, prefix), { withFileTypes: true })) {
    const name = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    const full = join(directory, name);
    if (entry.isSymbolicLink()) files.set(name, `link ${readlinkSync(full)}`);
    else if (entry.isDirectory())
      for (const [key, value] of readFiles(directory, name)) files.set(key, value);
    else
      files.set(
        name,
        `${(lstatSync(full).mode & 0o100) === 0 ? "file" : "program"} ${readFileSync(full, "latin1")}`,
      );
  }
  return files;
}
