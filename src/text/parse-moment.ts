import { HoldfastError } from "../kernel/errors.ts";

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A time that a person gives: an age such as `30m`, `12h`, `1d` or `2w`, or a date with or without a time. */
export function parseMoment(name: string, text: string, now: number): number {
  const [, amount, unit = ""] = /^(\d{1,5})([mhdw])$/.exec(text.trim()) ?? [];
  if (amount !== undefined) return now - Number(amount) * (UNITS[unit as keyof typeof UNITS] ?? 0);
  const at = /^\d{4}-\d{2}-\d{2}/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw new HoldfastError("invalid_input", `${name} is neither an age nor a date.`, {
    next: `Pass an age such as 12h, 1d or 2w, or a date such as ${new Date(now).toISOString().slice(0, 10)}.`,
  });
}
