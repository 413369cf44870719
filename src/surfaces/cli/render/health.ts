import type * as z from "zod";
import type { doctor } from "../../../setup/operations/doctor.ts";
import type { status } from "../../../setup/operations/status.ts";
import type { Rendering } from "./render.ts";
import { ago } from "./table.ts";

export function renderStatus(shown: z.infer<typeof status.output>, { style, now }: Rendering): string[] {
  const newest = shown.newest ? `${shown.newest.id}, ${ago(shown.newest.createdAt, now)}` : "none yet";
  return [
    `${style.strong("holdfast")} ${shown.version}, state in ${shown.stateDir}`,
    `Stored: ${shown.checkpoints} checkpoints of ${shown.sessions} sessions, ${shown.nodes} nodes, ${shown.bytes} bytes`,
    `Newest: ${newest}`,
    `Waiting in the spool: ${shown.waiting}`,
    ...shown.agents.flatMap(({ name, connected, problems, can }) => [
      `${name}: ${connected ? style.good("connected") : "not connected"}; can ${can.join(", ")}`,
      ...(connected ? problems.map((problem) => style.bad(`  ${problem}`)) : []),
    ]),
  ];
}

export function renderDoctor(
  { ok, findings }: z.infer<typeof doctor.output>,
  { style }: Rendering,
): string[] {
  return [
    ...findings.map((finding) =>
      finding.ok
        ? `${style.good("ok")}   ${finding.check}`
        : `${style.bad("BAD")}  ${finding.check}: ${finding.advice}`,
    ),
    ok ? "Everything is well." : "Something is to be mended: see above.",
  ];
}
