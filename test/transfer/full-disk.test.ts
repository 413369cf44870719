import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { exported, NATIVE, withTwoMachines, work } from "./two-machines.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");

/** The directory of the agent has room for half of the conversation, and later for all of it. */
const SCRIPT = `
  mkdir -p "$HOME/.claude"
  mount -t tmpfs -o size=1m tmpfs "$HOME/.claude"
  run() { status=0; "$NODE" "$MAIN" "$@" > "$OUT" 2>&1 || status=$?; echo "$1|$status|$(head -n 1 "$OUT")"; }
  files() { find "$HOME/.claude" -type f | sed 's|.*/||' | tr '\\n' ' '; echo; }
  run import "$BUNDLE"
  files
  run continue --plain
  mount -o remount,size=16m "$HOME/.claude"
  run import "$BUNDLE"
  files
  tail -n 1 "$HOME"/.claude/projects/*/*.jsonl
  run import "$BUNDLE"`;

test(
  "a full disk ends an import with a sentence, leaves no half of a conversation, and it can be repeated",
  () =>
    withTwoMachines(async (laptop, tower) => {
      const { transcript } = await work(laptop);
      const line = (uuid: string) =>
        JSON.stringify({ type: "user", uuid, parentUuid: "a1", text: "x".repeat(99_000) });
      for (let i = 0; i < 20; i++) appendFileSync(transcript, `${line(`u${i}`)}\n`);
      const { file } = await exported(laptop, { plain: true });
      const { root, project } = tower.place;
      const { stdout, stderr } = spawnSync("unshare", ["-rm", "sh", "-c", SCRIPT], {
        cwd: project,
        env: {
          PATH: process.env["PATH"],
          HOME: join(root, "home"),
          HOLDFAST_HOME: dirname(tower.ctx.paths.database),
          HOLDFAST_NO_DAEMON: "1",
          NODE: process.execPath,
          MAIN,
          BUNDLE: file,
          OUT: join(root, "out"),
        },
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      expect(stdout.trim().split("\n")).toEqual([
        expect.stringMatching(/^import\|74\|holdfast: .*disk is full/),
        "",
        expect.stringMatching(/^continue\|0\|/),
        expect.stringMatching(/^import\|0\|Imported/),
        `${NATIVE}.jsonl `,
        line("u19"),
        expect.stringMatching(/^import\|0\|Imported 0 sessions/),
      ]);
    }),
  120_000,
);
