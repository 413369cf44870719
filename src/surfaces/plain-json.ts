/** An output as any reader of JSON holds it. An integer beyond doubles stands as text: as a number it would lose digits. */
export function plainJson(output: unknown): unknown {
  return JSON.parse(
    JSON.stringify(output, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );
}
