/** Converts a duration of a client's settings, such as `30d`, to days. Undefined if it is not one of the given units. */
export function durationInDays(
  text: string | undefined,
  units: Readonly<Record<string, number>>,
): number | undefined {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?) ?([a-z]*)$/.exec(text?.trim().toLowerCase() ?? "") ?? [];
  const days = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return amount === undefined || days === undefined ? undefined : Number(amount) * days;
}
