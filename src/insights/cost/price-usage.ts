import type { TokenUsage } from "../../kernel/token-usage.ts";
import table from "./prices.json" with { type: "json" };

type Price = (typeof table.prices)[number];

/** What these tokens cost on a day, in US dollars; null for a model whose price of that day is not known. */
export function priceUsage(usage: TokenUsage, at: number): number | null {
  const price = priceOf(usage.model, new Date(at).toISOString().slice(0, 10));
  if (!price) return null;
  const { input, cacheRead, cacheWrite, output } = usage;
  const parts = [
    input * price.input,
    cacheRead * price.cacheRead,
    cacheWrite * price.cacheWrite,
    output * price.output,
  ];
  return parts.reduce((sum, part) => sum + part, 0) / table.per;
}

/** Of a model by its name or with a date behind it: another variant has a price of its own. */
function priceOf(model: string, day: string): Price | undefined {
  const name = model.replace(/-\d{8}$|@\d{8}$/, "");
  return table.prices
    .filter((price) => price.model === name && price.from <= day)
    .sort((one, other) => other.from.localeCompare(one.from))[0];
}
