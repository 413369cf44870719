/** Output for any JSON parser: an integer beyond doubles becomes a string, to keep its digits. */
export function plainJson(output: unknown): unknown {
  return JSON.parse(
    JSON.stringify(output, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );
}
