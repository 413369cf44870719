import { type Attributes, ProxyTracerProvider, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { describeError } from "./describe-error.ts";

const NAME = "holdfast";

/**
 * Runs work in an active OpenTelemetry span, so that spans of the work are its children. Without an SDK in the process,
 * it costs only a function call. Error messages are redacted, because spans leave the machine.
 */
export async function traceWork<T>(
  { name, attributes, redactor }: { name: string; attributes: Attributes; redactor: Redactor },
  work: () => Promise<T> | T,
): Promise<T> {
  if (!isTraced()) return await work();
  return await trace.getTracer(NAME).startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      const { name: type, message } = describeError(error);
      span.setAttribute("error.type", type);
      span.setStatus({ code: SpanStatusCode.ERROR, message: redactor.text(message) });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Whether an SDK is registered, which may also happen later. */
function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(NAME) !== undefined;
}
