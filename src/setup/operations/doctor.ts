import { existsSync, readdirSync, statSync } from "node:fs";
import * as z from "zod";
import { encodeState } from "../../checkpoints/state/encode-state.ts";
import { loadState } from "../../checkpoints/state/load-state.ts";
import type { Context } from "../../kernel/context.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { connectPlace } from "../connect-place.ts";
import { tryHook } from "../try-hook.ts";
import { unknownSettings } from "../unknown-settings.ts";

interface Finding {
  check: string;
  ok: boolean;
  /** What is wrong and how to mend it; empty when well. */
  advice: string;
}

export const doctor = defineOperation({
  name: "doctor",
  summary: "Check everything that capture and recovery need, and say how to mend it",
  readOnly: true,
  input: z.object({}),
  output: z.object({
    ok: z.boolean(),
    findings: z.array(z.object({ check: z.string(), ok: z.boolean(), advice: z.string() })),
  }),
  async run(ctx) {
    const findings = [
      await stateFolder(ctx),
      settings(ctx),
      await integrity(ctx),
      await roundTrip(ctx),
      await spool(ctx),
      await daemon(ctx),
      quarantine(ctx),
      ...(process.platform === "win32" ? [] : [await entry(ctx)]),
      ...(await clients(ctx)),
    ];
    return { ok: findings.every(({ ok }) => ok), findings };
  },
});

async function stateFolder({ paths }: Context): Promise<Finding> {
  const check = "state folder is private";
  try {
    const mode = statSync(paths.state).mode & 0o777;
    if ((mode & 0o077) === 0) return well(check);
    return { check, ok: false, advice: `${paths.state} is open to others: chmod 700 ${paths.state}` };
  } catch {
    return { check, ok: false, advice: `${paths.state} cannot be read: create it, or set HOLDFAST_HOME.` };
  }
}

function settings({ paths }: Context): Finding {
  const check = "every setting is known";
  const unknown = unknownSettings(paths);
  const advice = `${paths.configFile} sets what nothing reads: ${unknown.slice(0, 5).join(", ")}. Look for typing mistakes.`;
  return unknown.length === 0 ? well(check) : { check, ok: false, advice };
}

async function integrity({ store }: Context): Promise<Finding> {
  const problems = await store.checkIntegrity(false);
  const advice = `The database is damaged (${problems.slice(0, 3).join("; ")}): restore a copy of the state folder.`;
  return problems.length === 0
    ? well("database is sound")
    : { check: "database is sound", ok: false, advice };
}

/** Writes a checkpoint, reads it back with verification, and undoes it: the whole way of a real one. */
async function roundTrip({ store, newId, clock }: Context): Promise<Finding> {
  const check = "a checkpoint can be saved and read back";
  const id = newId("chk");
  const { root, nodes } = encodeState({ doctor: id });
  const undone = new Error("undo");
  const attempt = store.transaction(async (inside) => {
    const nothing = {
      name: null,
      sessionId: null,
      workflowId: null,
      workflowType: null,
      agent: null,
      parentId: null,
    };
    const more = {
      stepNumber: null,
      stepName: null,
      progress: null,
      digest: null,
      workspaceRef: null,
      gitHead: null,
      gitBranch: null,
    };
    const flags = { retention: "auto", abandoned: false, trashedAt: null } as const;
    const record = {
      id,
      kind: "place",
      trigger: "explicit",
      projectId: "prj_doctor",
      worktree: "/",
      stateRoot: root,
      createdAt: clock(),
    } as const;
    await inside.saveCheckpoint({ ...nothing, ...more, ...flags, ...record }, nodes, "grouped");
    await loadState(root, (keys) => inside.getNodes(keys));
    throw undone;
  });
  try {
    await attempt;
    return well(check);
  } catch (error) {
    if (error === undone) return well(check);
    return { check, ok: false, advice: error instanceof Error ? error.message : String(error) };
  }
}

/** What waits there is as the client sent it: secrets are redacted when it is taken in. */
async function spool({ drain, paths }: Context): Promise<Finding> {
  const check = "no event waits in the spool";
  const waiting = await drain();
  const advice = `Waiting in ${paths.spool}, unredacted: ${waiting}. Run \`holdfast daemon start\`, then \`holdfast doctor\`.`;
  return waiting === 0 ? well(check) : { check, ok: false, advice };
}

function quarantine({ paths }: Context): Finding {
  const check = "no event was set aside";
  const count = filesOf(paths.quarantine).filter((name) => name.startsWith("spool-")).length;
  const advice = `Set aside in ${paths.quarantine}: ${count}. The first line of each file says why; delete them when you have seen them.`;
  return count === 0 ? well(check) : { check, ok: false, advice };
}

function filesOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** It is optional: only one that holds its place and says nothing is in the way. */
async function daemon({ daemonHealth }: Context): Promise<Finding> {
  const check = "no daemon hangs";
  const { state, pid } = await daemonHealth();
  const advice = `Process ${pid} does not answer: run \`holdfast daemon stop\`, then \`holdfast daemon start\`.`;
  return state === "hung" ? { check, ok: false, advice } : well(check);
}

async function entry(ctx: Context): Promise<Finding> {
  const check = "an event passes through the hook entry";
  const problem = await tryHook(connectPlace(ctx));
  return problem === undefined ? well(check) : { check, ok: false, advice: problem };
}

/** Nobody uses every client: one that is not connected is wrong only when none is. */
async function clients(ctx: Context): Promise<Finding[]> {
  const place = connectPlace(ctx);
  const checked = await Promise.all(
    ctx.agents.map(async ({ name, check }) => ({ name, ...(await check(place)) })),
  );
  const connected = checked.filter(({ installed }) => installed);
  if (connected.length === 0) {
    const commands = checked.map(({ name }) => `\`holdfast connect ${name}\``).join(" or ");
    return [{ check: "an agent is connected", ok: false, advice: `None is: run ${commands}.` }];
  }
  return connected.map(({ name, problems }) => ({
    check: `${name} is connected`,
    ok: problems.length === 0,
    advice: problems.join("; "),
  }));
}

function well(check: string): Finding {
  return { check, ok: true, advice: "" };
}
