import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { type SnapshotPlace, storedSnapshot, withSnapshots } from "../support/snapshot-place.ts";

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

/** 37 bytes each, and together more than 64 KiB. */
const MANY = Array.from({ length: 2_000 }, (_, at) => `/a/path/with/generated/files/${at + 1_000}\n`).join(
  "",
);

/** Where git finds a rule for `secret.*` besides in `.gitignore` files. */
const sources: Record<string, (place: SnapshotPlace) => void> = {
  "a file elsewhere, by the repository's configuration"({ root, git }) {
    writeFileSync(join(root, "elsewhere"), "secret.*\n");
    git("config", "core.excludesFile", "/nothing");
    git("config", "--add", "core.excludesFile", join(root, "elsewhere"));
  },
  "a file in the home directory, by the repository's configuration"({ root, git }) {
    writeFileSync(join(root, "home/mine"), "secret.*\n");
    git("config", "core.excludesFile", "~/mine");
  },
  "what the repository's configuration includes"({ root, put, git }) {
    writeFileSync(join(root, "elsewhere"), "secret.*\n");
    put(".git/more", `[core]\n\texcludesFile = ${root}/elsewhere\n`);
    git("config", "include.path", "more");
  },
  "what the repository's configuration includes for its directory"({ root, put, git }) {
    writeFileSync(join(root, "elsewhere"), "secret.*\n");
    put(".git/more", `[core]\n\texcludesFile = ${root}/elsewhere\n`);
    git("config", `includeIf.gitdir:${root}/.path`, "more");
  },
  "a file elsewhere, by the configuration of the worktree"({ root, git }) {
    writeFileSync(join(root, "elsewhere"), "secret.*\n");
    git("config", "extensions.worktreeConfig", "true");
    git("config", "--worktree", "core.excludesFile", join(root, "elsewhere"));
  },
  "a long .git/info/exclude": ({ put }) => put(".git/info/exclude", `${MANY}secret.*\n`),
  "a long ignore file of the user"({ root }) {
    mkdirSync(join(root, "home/.config/git"), { recursive: true });
    writeFileSync(join(root, "home/.config/git/ignore"), `${MANY}secret.*\n`);
  },
  "a .git/info/exclude with a byte order mark": ({ put }) => put(".git/info/exclude", "\uFEFFsecret.*\n"),
};

test.each(Object.keys(sources))("a file that git ignores because of %s is never touched", (name) =>
  withSnapshots(async (place) => {
    const { project, at, put, restore } = place;
    sources[name]?.(place);
    put("a.txt", "one\n");
    put("secret.old", "the person's\n");
    await at("prompt", 1);
    for (const file of ["a.txt", "secret.old", "secret.new"]) put(file, "made in the turn\n");
    await at("turn_end", 1);
    await restore("1");
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("one\n");
    for (const file of ["secret.old", "secret.new"])
      expect(readFileSync(join(project, file), "utf8")).toBe("made in the turn\n");
  }),
);

test.each([64, 4096])(
  "a rule in a file of more than %i KiB is never cut into one that excludes more",
  (size) =>
    withSnapshots(async ({ project, at, put, restore }) => {
      const before = "#".repeat(size * 1024 - "/src".length - 1);
      put(".git/info/exclude", `${before}\n/src/generated\n`);
      put("src/a", "one\n");
      await at("prompt", 1);
      put("src/a", "two\n");
      await at("turn_end", 1);
      await restore("1");
      expect(readFileSync(join(project, "src/a"), "utf8")).toBe("one\n");
    }),
);

test("no snapshot keeps what is in a file elsewhere that a repository names as its rules", () =>
  withSnapshots(async (place) => {
    const { root, at, put, git } = place;
    writeFileSync(join(root, "home/private"), "a private line\n");
    git("config", "core.excludesFile", "~/private");
    put("a private line", "ignored\n");
    put("a.txt", "one\n");
    await at("prompt", 1);
    expect(await storedSnapshot(place)).not.toContain("a private line");
  }));

test("a pipe that a repository names as its rules is not waited for", () =>
  withSnapshots(async ({ root, project, at, put, git, restore }) => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    git("config", "core.excludesFile", join(root, "pipe"));
    put("a.txt", "one\n");
    await at("prompt", 1);
    put("a.txt", "two\n");
    await at("turn_end", 1);
    await restore("1");
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("one\n");
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
