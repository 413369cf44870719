import { describe, expect, test } from "vitest";
import { foldCommand, shortenCommand } from "../../../src/capture/facts/fold-command.ts";
import { settleEdit } from "../../../src/capture/facts/touch-files.ts";
import { changedPaths, deletedPaths } from "../../../src/capture/inherit.ts";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";

type Command = Capture["commands"][number];

const ended = (id: string, command: string, ok: boolean | null): Command => ({
  id,
  command,
  ok,
  output: ok === false ? "Exit code 1\n1 test failed" : "",
  at: 1,
});
const folded = (commands: Command[], command: string, call = "new") =>
  foldCommand({ ...EMPTY_CAPTURE, commands }, { type: "command_run", call, command, at: 9 });

describe("a command that begins", () => {
  test("has no outcome yet", () => {
    const before = ended("c1", "npm test", true);
    expect(folded([before], "npm run lint").commands).toEqual([
      before,
      { id: "new", command: "npm run lint", at: 9, ok: null, output: "" },
    ]);
  });

  test("is pending for the files that it writes", () => {
    const { files } = folded([], "sort a.txt > b.txt");
    expect(files).toEqual([
      {
        path: "b.txt",
        action: "changed",
        at: 9,
        changedAt: 9,
        edit: { call: "new", changedBefore: null },
      },
    ]);
  });

  test("takes what is in a directory along that it deletes, until it turns out that it failed", () => {
    const run = (capture: Capture, command: string, call: string) =>
      foldCommand(capture, { type: "command_run", call, command, at: 9 });
    const before = run(run(EMPTY_CAPTURE, "echo > old/a.ts", "c1"), "echo > kept.ts", "c2");
    const written = { ...before, files: settleEdit(settleEdit(before.files, "c1", true), "c2", true) };
    const deleted = run(written, "rm -rf old", "c3");
    expect([changedPaths(deleted), deletedPaths(deleted)]).toEqual([["kept.ts"], ["old"]]);
    expect(changedPaths({ files: settleEdit(deleted.files, "c3", false) })).toEqual(["kept.ts", "old/a.ts"]);
    const again = run(deleted, "echo > old/b.ts", "c4");
    expect([changedPaths(again), deletedPaths(again)]).toEqual([["kept.ts", "old/b.ts"], ["old/a.ts"]]);
  });

  test("counts once when it is seen twice, with the outcome that is known", () => {
    const commands = [ended("c1", "npm test", false), ended("c2", "npm run lint", true)];
    expect(folded(commands, "npm test", "c1").commands).toEqual(commands);
  });

  test("is kept whole up to three hundred characters, with what its here-documents say", () => {
    const whole = `cat > a <<EOF\n${"x".repeat(282)}\nEOF`;
    expect(whole).toHaveLength(300);
    expect(folded([], whole).commands[0]?.command).toBe(whole);
    expect(folded([], `${whole} `).commands[0]?.command).toBe("cat > a <<EOF\n…\nEOF ");
    expect(folded([], "y".repeat(301)).commands[0]?.command).toBe(`${"y".repeat(299)}…`);
  });
});

describe("of more than forty commands", () => {
  const passed = (count: number) =>
    Array.from({ length: count }, (_, i) => ended(`p${i}`, `echo ${i}`, true));
  const failed = (count: number) =>
    Array.from({ length: count }, (_, i) => ended(`f${i}`, `npm run check-${i}x`, false));
  const idsOf = (commands: Command[]) =>
    folded(commands, "ls")
      .commands.map(({ id }) => id)
      .slice(0, -1);

  test("all stay while there are no more", () => {
    expect(folded(passed(39), "ls").commands).toHaveLength(40);
    for (const count of [0, 30, 39]) expect(idsOf(passed(count))).toEqual(passed(count).map(({ id }) => id));
  });

  test("the oldest leave", () => {
    expect(idsOf(passed(42))).toEqual(
      passed(42)
        .slice(3)
        .map(({ id }) => id),
    );
  });

  test("a failure that nothing resolved stays longer than what succeeded", () => {
    const ids = idsOf([...failed(2), ...passed(40)]);
    expect(ids).toEqual([
      "f0",
      "f1",
      ...passed(40)
        .slice(3)
        .map(({ id }) => id),
    ]);
  });

  test("a failure that was resolved leaves like any other", () => {
    const repaired = [...failed(2), ended("again", "npm run check-0x", true), ...passed(37)];
    expect(idsOf(repaired)).toEqual(["f1", "again", ...passed(37).map(({ id }) => id)]);
  });

  test("at most the newest twelve failures stay longer", () => {
    const ids = idsOf([...failed(14), ...passed(28)]);
    const kept = failed(14)
      .slice(2)
      .map(({ id }) => id);
    expect(ids).toEqual([
      ...kept,
      ...passed(28)
        .slice(1)
        .map(({ id }) => id),
    ]);
  });
});

describe("a line without what its here-documents say", () => {
  test.each([
    ["cat > a.py <<'EOF'\nprint(1)\nEOF\npython a.py", "cat > a.py <<'EOF'\n…\nEOF\npython a.py"],
    ['cat <<"E_2" > a\nx\nE_2', 'cat <<"E_2" > a\n…\nE_2'],
    ["cat <<-END | sort\n\tb\n\tEND\nls", "cat <<END | sort\n…\nEND\nls"],
    ["cat <<EOF\nEOFX\nEOF", "cat <<EOF\n…\nEOF"],
    ["cat <<EOF\nit never ends", "cat <<EOF\n…\nEOF"],
    ["cat <<A\n1\nA\ncat <<B\n2\nB", "cat <<A\n…\nA\ncat <<B\n…\nB"],
  ])("%j is %j", (line, short) => {
    expect(shortenCommand(line)).toBe(short);
  });

  test.each(["cat <<< EOF\nx\nEOF", "echo $((1<<2))\nls", "ls -l"])("%j is as it was", (line) => {
    expect(shortenCommand(line)).toBe(line);
  });
});
