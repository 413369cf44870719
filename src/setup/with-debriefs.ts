import type { Context } from "../kernel/context.ts";

/** As if debriefs were on already: what `connect --debrief` shows and writes includes what they need. */
export function withDebriefs(ctx: Context): Context {
  return { ...ctx, config: { ...ctx.config, debrief: { ...ctx.config.debrief, enabled: true } } };
}
