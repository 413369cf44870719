import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const WAS_IGNORED = "it was ignored then, so it may be older";

/** A person has a file that no snapshot covers; then the agent has it covered without changing it. */
const coverings: Record<string, { before(place: SnapshotPlace): void; agent(place: SnapshotPlace): void }> = {
  "added to git by force": {
    before: ({ put }) => put(".gitignore", "*.key\n"),
    agent: ({ git }) => git("add", "-f", "my.key"),
  },
  "added and committed by force": {
    before: ({ put }) => put(".gitignore", "*.key\n"),
    agent({ git }) {
      git("add", "-f", "my.key");
      git("commit", "-qm", "work");
    },
  },
  "whose rule was removed": {
    before: ({ put }) => put(".gitignore", "*.key\n"),
    agent: ({ put }) => put(".gitignore", "*.o\n"),
  },
  "whose .gitignore was deleted": {
    before: ({ put }) => put(".gitignore", "*.key\n"),
    agent: ({ put }) => put(".gitignore", null),
  },
  "whose rule was removed and which was added": {
    before: ({ put }) => put(".gitignore", "*.key\n"),
    agent({ put, git }) {
      put(".gitignore", null);
      git("add", "-A");
    },
  },
  "that a rule of the repository excluded after the last snapshot": {
    before({ put }) {
      // Nothing that is captured changes between this moment and the prompt.
      put(".git/info/exclude", "*.key\n");
    },
    agent: ({ put }) => put(".git/info/exclude", ""),
  },
  "whose .gitignore excluded itself": {
    before: ({ put }) => put(".gitignore", "*.key\n.gitignore\n"),
    agent: ({ put }) => put(".gitignore", null),
  },
};

test.each(Object.keys(coverings))("a person's ignored file is kept, %s", (name) =>
  withSnapshots(async (place) => {
    const { project, at, put, restore } = place;
    put("a.txt", "one\n");
    await at("session_start", 0);
    put("my.key", "the person's\n");
    coverings[name]?.before(place);
    await at("prompt", 1);
    put("a.txt", "two\n");
    put("made.txt", "by the agent\n");
    coverings[name]?.agent(place);
    await at("turn_end", 1);
    const { untouched } = await restore("1");
    expect(untouched).toEqual([{ path: "my.key", reason: WAS_IGNORED }]);
    expect(readFileSync(join(project, "my.key"), "utf8")).toBe("the person's\n");
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("one\n");
    expect(existsSync(join(project, "made.txt"))).toBe(false);
  }),
);

test("a directory that ignored itself is kept when its rule is gone, and its empty neighbour is not", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    for (const name of ["venv [1]", "größe"]) {
      put(`tools/${name}/.gitignore`, "*\n");
      put(`tools/${name}/lib/a.py`, "installed\n");
    }
    mkdirSync(join(project, "empty"));
    await at("prompt", 1);
    for (const name of ["venv [1]", "größe"]) put(`tools/${name}/.gitignore`, null);
    put("empty/made.txt", "by the agent\n");
    put("tools/made.txt", "by the agent\n");
    await at("turn_end", 1);
    await restore("1");
    for (const name of ["venv [1]", "größe"])
      expect(readFileSync(join(project, `tools/${name}/lib/a.py`), "utf8")).toBe("installed\n");
    for (const name of ["empty", "tools"]) expect(existsSync(join(project, name, "made.txt"))).toBe(false);
  }));

test("an ignored file that was rewritten is kept when its .gitignore is gone, whatever its directory is called", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    put("a\tb\nc/.gitignore", "*.key\n");
    put("a\tb\nc/my.key", "the person's\n");
    await at("prompt", 1);
    put("a\tb\nc/.gitignore", null);
    put("a\tb\nc/my.key", null);
    put("a\tb\nc/my.key", "a new file\n");
    await at("turn_end", 1);
    await restore("1");
    expect(readFileSync(join(project, "a\tb\nc/my.key"), "utf8")).toBe("a new file\n");
  }));

test("files that the repository's own core.excludesFile names are never touched", () =>
  withSnapshots(async ({ project, at, put, git, restore }) => {
    put("rules/ignore", "secret.*\n");
    git("config", "core.excludesFile", "rules/ignore");
    put("a.txt", "one\n");
    await at("prompt", 1);
    put("a.txt", "two\n");
    put("secret.new", "made in the turn\n");
    await at("turn_end", 1);
    await restore("1");
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("one\n");
    expect(readFileSync(join(project, "secret.new"), "utf8")).toBe("made in the turn\n");
  }));

test.each([
  ["an included configuration", () => "[include]\n\tpath = more\n"],
  [
    "a configuration that is included for some repositories",
    (root: string) => `[includeIf "gitdir:${root}/project/"]\n\tpath = more\n`,
  ],
])("files that %s of the user ignores everywhere are never touched", (_, including) =>
  withSnapshots(
    async ({ root, project, at, put, restore }) => {
      const settings = join(root, "settings/git");
      mkdirSync(settings, { recursive: true });
      writeFileSync(join(settings, "config"), including(root));
      writeFileSync(join(settings, "more"), "[core]\n\texcludesFile = ~/my rules\n");
      writeFileSync(join(root, "home/my rules"), "secret.*\n");
      put("a.txt", "one\n");
      await at("prompt", 1);
      put("a.txt", "two\n");
      put("secret.new", "made in the turn\n");
      await at("turn_end", 1);
      await restore("1");
      expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("one\n");
      expect(readFileSync(join(project, "secret.new"), "utf8")).toBe("made in the turn\n");
    },
    { env: (root) => ({ XDG_CONFIG_HOME: join(root, "settings") }) },
  ),
);

test("a tracked file that becomes ignored and is written again is captured as long as it is tracked", () =>
  withSnapshots(async ({ project, at, put, git, restore }) => {
    put("conf", "old\n");
    git("add", "-A");
    git("commit", "-qm", "work");
    await at("prompt", 1);
    put(".gitignore", "conf\n");
    put("conf", null);
    await at("turn_end", 1);
    put("conf", "important\n");
    await at("prompt", 2);
    put("conf", null);
    await at("turn_end", 2);
    await restore("2");
    expect(readFileSync(join(project, "conf"), "utf8")).toBe("important\n");
  }));

test.each([".gitignore", ".git/info/exclude"])(
  "a file that was deleted after %s excluded it comes back, and goes with undo",
  (rules) =>
    withSnapshots(async ({ project, at, put, restore, undo }) => {
      put("kept", "kept\n");
      put("directory/file", "file\n");
      put("there", "there\n");
      await at("prompt", 1);
      put(rules, "kept\ndirectory\nthere\n");
      put("kept", null);
      put("directory", null);
      await at("turn_end", 1);
      expect(await restore("1")).toMatchObject({ counts: { created: 2 }, applied: true });
      expect(readFileSync(join(project, "kept"), "utf8")).toBe("kept\n");
      expect(readFileSync(join(project, "directory/file"), "utf8")).toBe("file\n");
      await undo();
      expect(existsSync(join(project, "kept"))).toBe(false);
      expect(existsSync(join(project, "directory"))).toBe(false);
      expect(existsSync(join(project, rules))).toBe(true);
      expect(readFileSync(join(project, "there"), "utf8")).toBe("there\n");
    }),
);

test("what was written and ignored before a prompt that found nothing new is no work of its turn", () =>
  withSnapshots(async ({ project, clock, put, restore, ...place }) => {
    const at = async (moment: "prompt" | "turn_end", turn: number) => {
      await setTimeout(20);
      clock.now = Date.now();
      await place.at(moment, turn);
      await setTimeout(20);
    };
    put(".gitignore", "*.env\n");
    for (const name of ["a", "kept"]) put(name, `${name}\n`);
    await at("prompt", 1);
    put("a", "agent\n");
    await at("turn_end", 1);
    for (const name of ["moved.env", "other.env"]) put(name, "the person's\n");
    await at("prompt", 2);
    renameSync(join(project, "moved.env"), join(project, "config"));
    renameSync(join(project, "other.env"), join(project, "kept"));
    put("a", "again\n");
    const keepsBoth = async () => {
      const { conflicts, untouched } = await restore("2");
      expect([...conflicts, ...untouched].map(({ path }) => path).toSorted()).toEqual(["config", "kept"]);
      const here = ["a", "config", "kept"].map((name) => readFileSync(join(project, name), "utf8"));
      expect(here).toEqual(["agent\n", "the person's\n", "the person's\n"]);
    };
    // While the turn runs, and after it.
    await keepsBoth();
    put("a", "again\n");
    await at("turn_end", 2);
    await keepsBoth();
  }));
