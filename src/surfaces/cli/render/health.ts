import type * as z from "zod";
import type { DaemonHealth } from "../../../kernel/ports/daemon.ts";
import type { doctor } from "../../../setup/operations/doctor.ts";
import type { status } from "../../../setup/operations/status.ts";
import { count } from "../../../text/phrases.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago, size, table } from "../layout/table.ts";

export function renderStatus(shown: z.infer<typeof status.output>, { style, now }: Rendering): string[] {
  const { checkpoints, sessions, bytes, waiting } = shown;
  const newest = shown.newest ? `; newest ${shown.newest.id}, ${ago(shown.newest.createdAt, now)}` : "";
  const [backup] = shown.backups;
  const facts = [
    ["State", shown.stateDir],
    ["Stored", `${count(checkpoints, "checkpoint")}, ${count(sessions, "session")}${newest}`],
    ["", size(bytes)],
    ...(backup ? [["Backups", `${shown.backups.length}; newest ${ago(backup.madeAt, now)}`]] : []),
    ["Daemon", describeDaemon(shown.daemon)],
    ["Spool", waiting === 0 ? "empty" : `${count(waiting, "event")} waiting`],
    ...shown.pending.map(({ agent, session, chars, since }) => [
      "Pending",
      `${count(chars, "character")} for ${agent} session ${shortSessionId(session)}, since ${ago(since, now)}`,
    ]),
  ];
  return [
    style.strong(`holdfast ${shown.version}`),
    ...table(facts),
    ...[...shown.damaged, ...shown.failedPushes].map((sentence) => style.bad(sentence)),
    "",
    style.strong("Agents"),
    ...table(shown.agents.map((agent) => [agent.name, describeAgent(agent)])),
    ...shown.agents.flatMap(({ name, problems }) =>
      problems.map((problem) => style.bad(`${name}: ${problem}`)),
    ),
  ];
}

/** The state of the daemon in one line, for `daemon status` and `status`. */
export function describeDaemon({ state, version, pid, address, trouble }: DaemonHealth): string {
  switch (state) {
    case "running":
      return [`running, version ${version}, process ${pid}`, address, trouble].filter(Boolean).join(", ");
    case "starting":
      return `starting, version ${version}, process ${pid}`;
    case "hung":
      return `process ${pid} does not respond: run \`holdfast daemon stop\``;
    case "stopped":
      return trouble === undefined ? "not running (optional)" : `could not run: ${trouble}`;
  }
}

/** Limitations of an agent that users should know. */
const LACKING: Readonly<Record<string, string>> = {
  injectAtStart: "recovery at the first prompt, not at session start",
  blockStop: "no debriefs",
  seesCompaction: "compactions are not detected",
};

type Agent = z.infer<typeof status.output>["agents"][number];

function describeAgent({ name, connected, problems, can }: Agent): string {
  if (!connected && problems.length > 0) return "cannot be checked";
  if (!connected) return `not connected: holdfast connect ${name}`;
  const lacking = Object.entries(LACKING).flatMap(([ability, words]) => (can.includes(ability) ? [] : words));
  return ["connected", ...lacking].join("; ");
}

export function renderDoctor(
  { ok, findings }: z.infer<typeof doctor.output>,
  { style }: Rendering,
): string[] {
  return [
    ...findings.map((finding) =>
      finding.skipped !== undefined
        ? `${style.dim("skip")}  ${finding.check}: ${finding.skipped}`
        : finding.ok
          ? `${style.good("ok")}    ${finding.check}`
          : `${style.bad("FAIL")}  ${finding.check}: ${finding.advice}`,
    ),
    ok ? "No problems found." : "Problems found: see above.",
  ];
}
