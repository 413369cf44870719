import { inspect, types } from "node:util";

/** The texts of anything that can be thrown, whatever its properties are and do. Never throws. */
export function describeError(error: unknown): { name: string; message: string } {
  if (!isErrorLike(error)) return { name: "Error", message: textOf(() => error, "(a value without a text)") };
  return { name: textOf(() => error.name, "Error"), message: textOf(() => error.message, "") };
}

/** True for errors of any realm. */
export function isErrorLike(error: unknown): error is Error {
  return error instanceof Error || types.isNativeError(error);
}

function textOf(read: () => unknown, fallback: string): string {
  try {
    const value = read();
    if (value === undefined) return fallback;
    return typeof value === "string" ? value : inspect(value, { breakLength: Number.POSITIVE_INFINITY });
  } catch {
    return fallback; // a getter that throws
  }
}
