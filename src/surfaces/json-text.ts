/** JSON of an output. An integer beyond doubles keeps its digits; a lone `<` cannot open a tag where HTML shows it. */
export function jsonText(value: unknown): string {
  const digits: string[] = [];
  const mark = `int-${Math.abs(JSON.stringify(value, (_k, v: unknown) => (typeof v === "bigint" ? 0 : v))?.length ?? 0)}-`;
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item !== "bigint") return item;
    digits.push(String(item));
    return `${mark}${digits.length - 1}`;
  });
  if (digits.length === 0) return text ?? "null";
  return text.replaceAll(
    new RegExp(`"${mark}(\\d+)"`, "g"),
    (_match, index: string) => digits[Number(index)] ?? "null",
  );
}
