import type { OpenContext } from "../../src/app.ts";

/** A process that was killed. */
export class Crash extends Error {}

/** A context whose process dies in the middle of a restore, after so many reads and writes of files. */
export function crashing(ctx: OpenContext, after: number): OpenContext {
  let left = after;
  const orDie = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left-- <= 0) throw new Crash("killed");
    return await work();
  };
  const use: OpenContext["snapshots"]["use"] = (place, work) =>
    ctx.snapshots.use(place, (store) =>
      work({
        ...store,
        identify: (name) => orDie(() => store.identify(name)),
        writeBlob: (blob, descriptor) => orDie(() => store.writeBlob(blob, descriptor)),
      }),
    );
  return { ...ctx, snapshots: { ...ctx.snapshots, use } };
}
