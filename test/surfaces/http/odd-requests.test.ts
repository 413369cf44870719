import * as fc from "fast-check";
import { expect, test } from "vitest";
import { loadOperations } from "../../../src/operations.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { type Send, withServer } from "../../support/http-server.ts";
import { withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();

/** What may be called with anything: others start processes or look at the machine. */
const CALLED = ["save", "list", "inspect", "resume", "delete", "diff", "prune", "digest", "stats"];
const NOTES = ["remember", "recall", "forget", "debrief"];
const called = operations.filter(({ name }) => [...CALLED, ...NOTES].includes(name));

const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom("", "\0", "\ud800", "chk_", "chk_zzzzzzzz", "'; drop table checkpoints; --", "../..", "%"),
  fc.constantFrom("7d", "true", "-1", "1e400", "NaN", "9".repeat(400), "x".repeat(20_000)),
);
const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(null, true, -1, 0.5, 2 ** 60, [], {}, [[[[]]]], [{ decision: "a" }]),
);
const oddName = fc.constantFrom("__proto__", "constructor", "toString", "nmae", "");

/** An input that has some of the fields of its operation, and seldom one that it has not. */
const oddCall = fc.constantFrom(...called).chain(({ name, input }) => {
  const field = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...Object.keys(input.shape), "id") },
    oddName,
  );
  return fc.record({ name: fc.constant(name), input: fc.dictionary(field, oddValue, { maxKeys: 4 }) });
});

const RUNS = { numRuns: 100 };
const json = { "content-type": "application/json" };

/** Answered, with advice where it was refused, and with nothing of our inside. */
function expectPlain({ status, body, text }: Awaited<ReturnType<Send>>): void {
  expect(status, text).toBeLessThan(500);
  expect(text).not.toMatch(/\bat [^"]*:\d+:\d+|node_modules|\.ts\b/);
  if (status < 400) return;
  for (const part of ["code", "message", "next"]) expect(body[part]).toEqual(expect.stringMatching(/./));
}

test("a call is answered or rejected, whatever its fields contain", () =>
  withPlace((place) =>
    withServer(place, called, (send) =>
      fc.assert(
        fc.asyncProperty(oddCall, async ({ name, input }) => {
          const path = `/v1/${name}`;
          expectPlain(await send({ method: "POST", path, headers: json, body: JSON.stringify(input) }));
          const query = new URLSearchParams();
          for (const [field, value] of Object.entries(input))
            query.append(field, typeof value === "string" ? value : JSON.stringify(value));
          expectPlain(await send({ path: `${path}?${query.toString().slice(0, 8_000)}` }));
        }),
        RUNS,
      ),
    ),
  ));

test("a call is answered or rejected, whatever its body, path and headers", () =>
  withPlace((place) =>
    withServer(place, called, (send) => {
      const path = fc.oneof(
        fc.constantFrom("/v1/save", "/v1/list", "/api/checkpoints", "/api/checkpoints/%E0%A4%A", "/healthz"),
        fc.webPath().map((rest) => `/${rest}`),
      );
      const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND");
      const type = fc.constantFrom("application/json", "application/json;charset=latin1", "text/json", "");
      const folder = fc.oneof(
        fc.constantFrom("/nowhere", "/dev/null", "x", `/${"y".repeat(5_000)}`),
        fc.webPath(),
      );
      const body = fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.json().map((text) => text.slice(0, -1)),
        fc.constantFrom("[]", "null", "7", '"x"', "[".repeat(50_000), '{"__proto__":{"a":1}}', "{} {}"),
      );
      const request = fc.record({ path, method, type, folder: fc.option(folder), body });
      return fc.assert(
        fc.asyncProperty(request, async ({ path, method, type, folder, body }) => {
          const headers = {
            "content-type": type,
            ...(folder === null ? {} : { "x-holdfast-directory": folder }),
          };
          expectPlain(await send({ path, method, headers, body }));
        }),
        RUNS,
      );
    }),
  ));

test("an MCP call always gets an answer, whatever its input", () =>
  withPlace((place) =>
    withServer(place, called, (send) => {
      const tools = called.flatMap(({ tool }) => tool ?? []);
      const params = fc.record({ name: fc.oneof(fc.constantFrom(...tools), oddText), arguments: oddValue });
      const headers = {
        ...json,
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-06-18",
      };
      const post = (message: object) =>
        send({ method: "POST", path: "/mcp", headers, body: JSON.stringify(message) });
      return fc.assert(
        fc.asyncProperty(params, async (params) => {
          const { status, text } = await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
          expect(status, text).toBeLessThan(500);
          expect(text, `${status}`).toContain('"id":1');
          expect(text).not.toMatch(/\bat [^"]*:\d+:\d+|node_modules|\.ts\b|Something went wrong/);
        }),
        RUNS,
      );
    }),
  ));
