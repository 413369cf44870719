import { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import { claimRun } from "./claim-run.ts";
import { driveRun, type EmbeddedDrive } from "./drive-run.ts";
import type { Driver } from "./driver.ts";
import type { EngineContext } from "./engine-context.ts";
import { isDriven, isOwnedByDbos, parseOwner } from "./owner.ts";

/** Holdfast's own driver, for any store: a lease with a fence decides which process works on a run. */
export function createEmbeddedDriver(ctx: EngineContext): Driver {
  const drives = new Map<string, EmbeddedDrive>();
  return {
    idle: { owner: null, leaseUntil: null },
    owns: (run) => !isOwnedByDbos(run),
    continuesAutomatically: () => false,
    isDriven: (run) => isDriven(run, { ...ctx, host: ctx.self.host }),
    register: () => {},
    async drive(run, definition) {
      const drive = await driveRun(ctx, await claimRun(ctx, run, definition), definition);
      drives.set(run.id, drive);
      void drive.result.catch(() => {}).finally(() => drives.delete(run.id));
      return drive;
    },
    send: (signal) => ctx.store.sendSignal(signal),
    async cancel({ id }) {
      // A driver in another process notices it while it waits, or at its next step.
      const next = `Run \`holdfast workflow retry ${id}\` to make it resumable.`;
      drives.get(id)?.stop(new HoldfastError("conflict", `${id} was canceled.`, { next }));
    },
    async close() {
      const mine = [...drives];
      for (const [id, { stop }] of mine) {
        const next = `Run \`holdfast workflow resume ${id}\` to continue it.`;
        stop(
          new HoldfastError("conflict", `${id} is no longer driven here: the engine was closed.`, { next }),
        );
      }
      for (const [id, { withdraw }] of mine) {
        await withdraw();
        await release(ctx, await ctx.store.getRun(id));
      }
      drives.clear();
    },
  };
}

async function release({ store, self }: EngineContext, run: WorkflowRun | undefined): Promise<void> {
  if (!run || parseOwner(run.owner)?.engine !== self.engine) return;
  const released = { owner: null, leaseUntil: null, attempts: run.attempts - 1, fence: run.fence + 1 };
  await store.changeRun({ runId: run.id, fence: run.fence }, released);
}
