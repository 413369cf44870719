import { normalizeModelName, type TokenUsage } from "../../kernel/agent/token-usage.ts";
import table from "./prices.json" with { type: "json" };

interface Rates {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** Where it differs from `cacheWrite`. */
  cacheWriteHour?: number;
  output: number;
}

/** List prices from a day on. Each row says where they are published, and when that was read. */
interface Price extends Rates {
  model: string;
  from: string;
  /** The last day of a price that was announced to end. */
  until?: string;
  source: string;
  checked: string;
  /** The rates of a whole request whose input is above so many tokens. */
  long?: Rates & { above: number };
}

const PRICES: readonly Price[] = table.prices;

/** What one answer cost on a day, in US dollars; null for a model whose price of that day is not known. */
export function priceUsage(usage: TokenUsage, at: number): number | null {
  const price = priceOf(usage.model, new Date(at).toISOString().slice(0, 10));
  if (!price) return null;
  const { input, cacheRead, cacheWrite, cacheWriteHour = 0, output } = usage;
  const isLong = price.long !== undefined && input + cacheRead + cacheWrite > price.long.above;
  const rates: Rates = isLong && price.long ? price.long : price;
  const parts = [
    input * rates.input,
    cacheRead * rates.cacheRead,
    (cacheWrite - cacheWriteHour) * rates.cacheWrite,
    cacheWriteHour * (rates.cacheWriteHour ?? rates.cacheWrite),
    output * rates.output,
  ];
  return parts.reduce((sum, part) => sum + part, 0) / table.per;
}

/** Looks a model up by its exact name: another variant has another price. */
function priceOf(model: string, day: string): Price | undefined {
  const name = normalizeModelName(model);
  return PRICES.filter((price) => price.model === name && price.from <= day)
    .sort((one, other) => other.from.localeCompare(one.from))
    .slice(0, 1)
    .find(({ until }) => until === undefined || day <= until);
}
