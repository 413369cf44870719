import { type Attributes, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Redactor } from "../kernel/ports/redactor.ts";

/**
 * Does work within an OpenTelemetry span, which is the active one meanwhile: spans that the work makes are its children. Without an
 * SDK in the process it costs a function call. Messages of errors are redacted, since spans leave the machine.
 */
export async function traceWork<T>(
  { name, attributes, redactor }: { name: string; attributes: Attributes; redactor: Redactor },
  work: () => Promise<T> | T,
): Promise<T> {
  return await trace.getTracer("holdfast").startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      const { name: type, message } = error instanceof Error ? error : new Error(String(error));
      span.setAttribute("error.type", type);
      span.setStatus({ code: SpanStatusCode.ERROR, message: redactor.text(message) });
      throw error;
    } finally {
      span.end();
    }
  });
}
