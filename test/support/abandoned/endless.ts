import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "vitest";
import { openHookBench } from "../hook-bench.ts";
import { openTmuxLab } from "../tmux-lab.ts";

test("starts everything that tests start, reports that, and never ends", async () => {
  const lab = await openTmuxLab();
  lab.addClient("codex");
  await lab.run(["codex"]);
  const bench = await openHookBench(process.env["ABANDONED_PROGRAM"] ?? "");
  await bench.hook("SessionStart");
  await bench.running();
  writeFileSync(process.env["ABANDONED_READY"] ?? "", tmpdir());
  await new Promise((done) => setTimeout(done, 2 ** 30));
});
