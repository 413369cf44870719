import { normalizeModelName, type TokenUsage } from "../../kernel/agent/token-usage.ts";
import table from "./prices.json" with { type: "json" };

interface Rates {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** Only if it differs from `cacheWrite`. */
  cacheWriteHour?: number;
  output: number;
}

/** List prices from a day on, with their source and the day on which it was checked. */
interface Price extends Rates {
  model: string;
  from: string;
  /** The last day of the price, if its end was announced. */
  until?: string;
  source: string;
  checked: string;
  /** The rates for the whole request if its input has more than `above` tokens. */
  long?: Rates & { above: number };
}

const PRICES: readonly Price[] = table.prices;

/** The cost of one answer at a time, in US dollars; null if the model's price for that day is unknown. */
export function priceUsage(usage: TokenUsage, at: number): number | null {
  const price = findPrice(usage.model, new Date(at).toISOString().slice(0, 10));
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

/** Looks up a model by its exact name, since variants have different prices. */
function findPrice(model: string, day: string): Price | undefined {
  const name = normalizeModelName(model);
  return PRICES.filter((price) => price.model === name && price.from <= day)
    .sort((one, other) => other.from.localeCompare(one.from))
    .slice(0, 1)
    .find(({ until }) => until === undefined || day <= until);
}
