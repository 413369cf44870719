import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workflow } from "../../src/workflow/definition.ts";
import { withWorkflows } from "./with-workflows.ts";

const TOKEN = "ghp_Zq7Rk2Vw9Tn4Lm8Xb3Yc6Hd1Jf5Ps0Gt2Ua4";

const exporter = new InMemorySpanExporter();
const contexts = new AsyncLocalStorageContextManager();

beforeEach(() => {
  exporter.reset();
  contexts.enable();
  context.setGlobalContextManager(contexts);
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
});

afterEach(() => {
  trace.disable();
  context.disable();
  contexts.disable();
});

const spans = () =>
  exporter.getFinishedSpans().map(({ name, attributes, status, parentSpanContext }) => ({
    name,
    attributes,
    status,
    parent: exporter
      .getFinishedSpans()
      .find((span) => span.spanContext().spanId === parentSpanContext?.spanId)?.name,
  }));

test("a run is a span, each attempt at a step is its child, and what the step does is a child of that", () =>
  withWorkflows(async ({ engine }) => {
    let tries = 0;
    const job = workflow("job", async (wf) => {
      const flaky = () => {
        tries += 1;
        if (tries === 1) throw new TypeError(`no answer for ${TOKEN}`);
        return trace.getTracer("app").startActiveSpan("query", (span) => span.end());
      };
      await wf.step("fetch", flaky, { retry: { maxAttempts: 2, initialInterval: 1 } });
    });
    const { id, result } = await (await engine([job])).start(job, null, { id: "job-1" });
    await result();
    const attributes = { "holdfast.workflow.id": id, "holdfast.step.name": "fetch" };
    expect(spans()).toMatchObject([
      {
        name: "step fetch",
        parent: "workflow job",
        attributes: { ...attributes, "holdfast.step.attempt": 1, "error.type": "TypeError" },
        status: { code: SpanStatusCode.ERROR, message: expect.stringContaining("no answer for") },
      },
      { name: "query", parent: "step fetch" },
      {
        name: "step fetch",
        parent: "workflow job",
        attributes: { ...attributes, "holdfast.step.attempt": 2 },
      },
      { name: "workflow job", attributes: { "holdfast.workflow.type": "job", "holdfast.workflow.id": id } },
    ]);
    expect(JSON.stringify(spans())).not.toContain(TOKEN);
  }));

test("a recorded step makes no span when the run is resumed", () =>
  withWorkflows(async ({ engine }) => {
    const job = workflow("job", async (wf) => {
      await wf.step("first", () => 1);
      await wf.waitFor("go");
      await wf.step("second", () => 2);
    });
    const before = await engine([job], { sleep: () => new Promise<void>(() => {}) });
    const { id } = await before.start(job, null);
    await expect.poll(() => spans().length).toBe(1);
    await before.close();
    exporter.reset();
    const after = await engine([job]);
    await after.send(id, "go");
    await (await after.resume(id)).result();
    expect(spans().map(({ name }) => name)).toEqual(["step second", "workflow job"]);
  }));

test("without an SDK everything continues as before", () =>
  withWorkflows(async ({ engine }) => {
    trace.disable();
    const job = workflow("job", (wf) => wf.step("only", () => 7));
    expect(await (await (await engine([job])).start(job, null)).result()).toBe(7);
    expect(spans()).toEqual([]);
  }));
