import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { renderRestore } from "../../src/surfaces/cli/render/restore.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

test("permissions that git does not keep come back: 0600, 0444, 0700", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    const wanted = { ".secret": 0o600, fixed: 0o444, tool: 0o700, edited: 0o640 };
    const modeOf = (name: string) => statSync(join(project, name)).mode & 0o777;
    for (const [name, mode] of Object.entries(wanted)) {
      put(name, `${name}\n`);
      chmodSync(join(project, name), mode);
    }
    put("usual", "usual\n");
    await at("prompt", 1);
    for (const name of [".secret", "fixed", "tool"]) put(name, null);
    put("edited", "agent\n");
    chmodSync(join(project, "edited"), 0o644);
    chmodSync(join(project, "usual"), 0o600);
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ conflicts: [], ok: true, counts: { created: 3, changed: 2 } });
    for (const [name, mode] of Object.entries(wanted)) expect(modeOf(name), name).toBe(mode);
    expect(modeOf("usual")).toBe(0o666 & ~process.umask());
    await undo();
    expect([modeOf("edited"), modeOf("usual")]).toEqual([0o644, 0o600]);
    expect(existsSync(join(project, ".secret"))).toBe(false);
  }));

test("a file that is brought back is neither setuid nor setgid, also if it was", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    const modeOf = (name: string) => statSync(join(project, name)).mode & 0o7777;
    for (const [name, mode] of Object.entries({ tool: 0o6755, own: 0o6700 })) {
      put(name, "person\n");
      chmodSync(join(project, name), mode);
    }
    await at("prompt", 1);
    for (const name of ["tool", "own"]) {
      put(name, "agent\n");
      chmodSync(join(project, name), 0o6755);
    }
    await at("turn_end", 1);
    for (const bringBack of [() => restore("1"), undo]) {
      await bringBack();
      for (const name of ["tool", "own"]) expect(modeOf(name) & 0o7000).toBe(0);
    }
  }));

test("usual permissions come back under whatever umask, as in the daemon, and undo knows the files", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    const modeOf = (name: string) => statSync(join(project, name)).mode & 0o777;
    put("d/file", "file\n");
    put("d/e/tool", "tool\n");
    const wanted = { "d/file": 0o644, "d/e/tool": 0o755, d: 0o755, "d/e": 0o755 };
    for (const [name, mode] of Object.entries(wanted)) chmodSync(join(project, name), mode);
    await at("prompt", 1);
    put("d", null);
    await at("turn_end", 1);
    const before = process.umask(0o077);
    try {
      expect(await restore("1")).toMatchObject({ ok: true, conflicts: [], counts: { created: 2 } });
    } finally {
      process.umask(before);
    }
    for (const [name, mode] of Object.entries(wanted)) expect(modeOf(name), name).toBe(mode);
    await undo();
    expect(existsSync(join(project, "d"))).toBe(false);
  }));

test("permissions alone that the agent changed come back, those that a person changed stay", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    for (const name of ["a", "b"]) {
      put(name, "same\n");
      chmodSync(join(project, name), 0o600);
    }
    await at("prompt", 1);
    chmodSync(join(project, "a"), 0o644);
    await at("turn_end", 1);
    chmodSync(join(project, "b"), 0o644);
    expect(await restore("1")).toMatchObject({
      files: [{ path: "a", change: "permissions" }],
      conflicts: [{ path: "b", reason: "changed outside of a turn" }],
    });
    expect(statSync(join(project, "a")).mode & 0o777).toBe(0o600);
    expect(statSync(join(project, "b")).mode & 0o777).toBe(0o644);
  }));

test("directories without files come back, unless they are ignored, and undo takes them away", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put(".gitignore", "*.cache\n");
    put("src/a", "a\n");
    for (const name of ["logs", "src/empty/deep", "above/below", "größe", "x.cache/empty"])
      mkdirSync(join(project, name), { recursive: true });
    await at("prompt", 1);
    for (const name of ["logs", "src", "above", "größe", "x.cache"]) put(name, null);
    put("logs", "now a file\n");
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ ok: true, conflicts: [] });
    for (const name of ["logs", "src/empty/deep", "above/below", "größe"])
      expect(statSync(join(project, name)).isDirectory(), name).toBe(true);
    expect(existsSync(join(project, "x.cache"))).toBe(false);
    await undo();
    expect(readFileSync(join(project, "logs"), "utf8")).toBe("now a file\n");
    for (const name of ["src", "above", "größe"]) expect(existsSync(join(project, name)), name).toBe(false);
  }));

test("a directory without files that somebody else deleted stays away", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    put("a", "1\n");
    for (const name of ["mine/deep", "agents", "late"]) mkdirSync(join(project, name), { recursive: true });
    await at("prompt", 1);
    put("a", "2\n");
    rmdirSync(join(project, "agents"));
    await at("turn_end", 1);
    put("mine", null);
    await at("prompt", 2);
    put("a", "3\n");
    await at("turn_end", 2);
    put("late", null);
    const there = () => ["agents", "mine/deep", "late"].map((name) => existsSync(join(project, name)));
    expect(await restore("1")).toMatchObject({ counts: { changed: 1, directories: 1 } });
    expect(there()).toEqual([true, false, false]);
    await restore("1", { overwrite: true });
    expect(there()).toEqual([true, true, true]);
  }));

test("undo brings back the directories without files that a restore filled or replaced", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put("pkg/a/deep/f", "f\n");
    put("replaced", "a file\n");
    put("changed/f", "f\n");
    await at("prompt", 1);
    for (const name of ["pkg", "replaced", "changed"]) put(name, null);
    for (const name of ["pkg/a", "replaced/b", "changed"])
      mkdirSync(join(project, name), { recursive: true });
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ ok: true, conflicts: [] });
    expect(readFileSync(join(project, "pkg/a/deep/f"), "utf8")).toBe("f\n");
    expect(readFileSync(join(project, "replaced"), "utf8")).toBe("a file\n");
    put("changed/f", "by hand\n");
    expect(await undo()).toMatchObject({ conflicts: [{ path: "changed/f" }] });
    for (const name of ["pkg/a", "replaced/b"])
      expect(statSync(join(project, name)).isDirectory(), name).toBe(true);
    expect(existsSync(join(project, "pkg/a/deep"))).toBe(false);
    expect(readFileSync(join(project, "changed/f"), "utf8")).toBe("by hand\n");
  }));

test("links come back beside files with unusual permissions, and neither they nor their targets get any", () =>
  withSnapshots(async ({ root, project, at, put, restore, undo }) => {
    const outside = join(root, "outside");
    writeFileSync(outside, "not ours\n");
    chmodSync(outside, 0o644);
    for (const name of ["key", "fixed"]) put(name, `${name}\n`);
    put("dir/f", "f\n");
    chmodSync(join(project, "key"), 0o600);
    chmodSync(join(project, "fixed"), 0o400);
    const links = { changed: "key", deleted: outside, directory: "dir", replaced: "fixed" };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(project, name));
    await at("prompt", 1);
    for (const name of [...Object.keys(links), "key"]) put(name, null);
    symlinkSync("fixed", join(project, "changed"));
    symlinkSync(outside, join(project, "made"));
    put("replaced", "a file\n");
    chmodSync(join(project, "replaced"), 0o600);
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ conflicts: [], ok: true });
    for (const [name, target] of Object.entries(links))
      expect(readlinkSync(join(project, name))).toBe(target);
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    expect([modeOf(outside), modeOf(join(project, "fixed")), modeOf(join(project, "key"))]).toEqual([
      0o644, 0o400, 0o600,
    ]);
    expect(await undo()).toMatchObject({ conflicts: [], ok: true });
    expect(readlinkSync(join(project, "made"))).toBe(outside);
    expect([modeOf(outside), modeOf(join(project, "replaced"))]).toEqual([0o644, 0o600]);
  }));

test("directories come back with their unusual permissions, also by undo", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    const modeOf = (name: string) => statSync(join(project, name)).mode & 0o777;
    const close = (name: string, mode: number) => chmodSync(join(project, name), mode);
    put("keys/deep/secret", "secret\n");
    mkdirSync(join(project, "empty"));
    for (const [name, mode] of [
      ["keys", 0o700],
      ["keys/deep", 0o500],
      ["empty", 0o750],
    ] as const)
      close(name, mode);
    put("usual/f", "f\n");
    await at("prompt", 1);
    close("keys/deep", 0o700);
    for (const name of ["keys", "empty", "usual"]) put(name, null);
    put("made/by the agent", "agent\n");
    close("made", 0o711);
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ conflicts: [], ok: true });
    expect(["keys", "keys/deep", "empty"].map(modeOf)).toEqual([0o700, 0o500, 0o750]);
    expect(modeOf("usual")).toBe(0o777 & ~process.umask());
    expect(readFileSync(join(project, "keys/deep/secret"), "utf8")).toBe("secret\n");
    close("keys/deep", 0o700);
    expect(await undo()).toMatchObject({ conflicts: [], ok: true });
    expect(modeOf("made")).toBe(0o711);
    expect(existsSync(join(project, "keys"))).toBe(false);
  }));

test("permissions that only the agent made unusual become usual again", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    const modeOf = (name: string) => statSync(join(project, name)).mode & 0o777;
    put("a", "a\n");
    put("b", "b\n");
    const usual = modeOf("a");
    await at("prompt", 1);
    chmodSync(join(project, "a"), 0o600);
    put("b", "agent\n");
    chmodSync(join(project, "b"), 0o400);
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ conflicts: [], counts: { changed: 2 } });
    expect([modeOf("a"), modeOf("b")]).toEqual([usual, usual]);
    await undo();
    expect([modeOf("a"), modeOf("b")]).toEqual([0o600, 0o400]);
  }));

test("a file that a turn opened for everybody is closed again, and opened by undo", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    const modeOf = (name: string) => statSync(join(project, name)).mode & 0o777;
    const modes = () => ["file", "open"].map(modeOf);
    put("file", "1\n");
    put("open", "1\n");
    chmodSync(join(project, "open"), 0o777);
    const before = modes();
    await at("prompt", 1);
    chmodSync(join(project, "file"), 0o777);
    chmodSync(join(project, "open"), 0o644);
    await at("turn_end", 1);
    await restore("1");
    expect(modes()).toEqual(before);
    await undo();
    expect(modes()).toEqual([0o777, 0o644]);
  }));

test("a restore says that it only brings directories back, and undo removes them", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put("a.txt", "a\n");
    mkdirSync(join(project, "logs"));
    await at("prompt", 1);
    rmdirSync(join(project, "logs"));
    await at("turn_end", 1);
    const shown = await restore("1");
    const [heading, , hint] = renderRestore(shown, { style: styleFor(false), now: 0, columns: 80 });
    expect(heading).toBe("Restored directories without files (1): before turn 1");
    expect(hint).toBe("To take it back: holdfast undo");
    expect(existsSync(join(project, "logs"))).toBe(true);
    await undo();
    expect(existsSync(join(project, "logs"))).toBe(false);
  }));

test("directories that had no files stay when the files that a turn put into them are deleted", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    const names = ["logs", "deep/er/est", "private"];
    put("a.txt", "a\n");
    for (const name of names) mkdirSync(join(project, name), { recursive: true });
    chmodSync(join(project, "private"), 0o700);
    await at("prompt", 1);
    for (const name of [...names, "made/by/agent"]) put(`${name}/x`, "by the agent\n");
    await at("turn_end", 1);
    await restore("1", { paths: ["logs/x"] });
    expect(existsSync(join(project, "logs/x"))).toBe(false);
    await restore("1");
    for (const name of names) expect(readdirSync(join(project, name))).toEqual([]);
    expect(statSync(join(project, "private")).mode & 0o777).toBe(0o700);
    expect(existsSync(join(project, "made"))).toBe(false);
    await undo();
    for (const name of ["deep/er/est", "private", "made/by/agent"])
      expect(readdirSync(join(project, name))).toEqual(["x"]);
    expect(statSync(join(project, "private")).mode & 0o777).toBe(0o700);
  }));
