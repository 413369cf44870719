import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const program = fileURLToPath(new URL("../../dist/main.cjs", import.meta.url));
const SESSION = "11111111-1111-4111-8111-111111111111";

/** The state on a small disk, which is filled to the last byte before the mark and again before the rewind. */
const SCRIPT = `set -e
  mkdir "$HOLDFAST_HOME"
  mount -t tmpfs -o size=8m,mode=700 tmpfs "$HOLDFAST_HOME"
  cp -a "$STATE/." "$HOLDFAST_HOME"
  call() {
    code=0
    "$NODE" "$MAIN" "$@" > "$OUT" 2>&1 || code=$?
    echo "$1|$code|$(grep -oE 'created|already (active|completed)|disk is full' "$OUT" | head -1)"
  }
  fill() { dd if=/dev/zero of="$HOLDFAST_HOME/filler" bs=4k 2>/dev/null || :; }
  fill
  call mark "who calls it?"
  rm "$HOLDFAST_HOME/filler"
  call mark "who calls it?"
  call mark "who calls it?"
  fill
  call collapse "It is b.ts."
  rm "$HOLDFAST_HOME/filler"
  call collapse "It is b.ts."
  call collapse "It is b.ts."`;

test("W8 W10 W19: on a full disk neither tool has an effect, and once there is room, both work once", async () => {
  await withPlace(
    async (place) => {
      place.clock.now = Date.now();
      const ctx = await place.open();
      const session = new AgentSession(ctx, place.clock, { nativeSession: SESSION });
      await session.start();
      await session.prompt("Find the leak.");
      await ctx.store.close();
      const run = spawnSync("unshare", ["-rm", "sh", "-c", SCRIPT], {
        cwd: place.project,
        env: {
          PATH: process.env["PATH"],
          HOME: place.root,
          STATE: `${place.root}/state`,
          HOLDFAST_HOME: `${place.root}/small`,
          HOLDFAST_NO_DAEMON: "1",
          CLAUDECODE: "1",
          CLAUDE_CODE_SESSION_ID: SESSION,
          NODE: process.execPath,
          MAIN: program,
          OUT: `${place.root}/out`,
        },
        encoding: "utf8",
      });
      expect(run.stderr).toBe("");
      expect(run.stdout.trim().split("\n")).toEqual([
        "mark|74|disk is full",
        "mark|0|created",
        expect.stringMatching(/^mark\|\d+\|already active$/),
        "collapse|74|disk is full",
        "collapse|0|",
        expect.stringMatching(/^collapse\|\d+\|already completed$/),
      ]);
    },
    { rewind: { enabled: true } },
  );
});
