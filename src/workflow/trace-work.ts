import { type Attributes, ProxyTracerProvider, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Redactor } from "../kernel/ports/redactor.ts";

const NAME = "holdfast";

/**
 * Does work within an OpenTelemetry span, which is the active one meanwhile: spans that the work makes are its children. Without an
 * SDK in the process it costs a function call. Messages of errors are redacted, since spans leave the machine.
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
      const { name: type, message } = error instanceof Error ? error : new Error(String(error));
      span.setAttribute("error.type", type);
      span.setStatus({ code: SpanStatusCode.ERROR, message: redactor.text(message) });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Whether an SDK was registered; one that comes later is noticed. */
function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(NAME) !== undefined;
}
