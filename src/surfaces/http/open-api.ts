import * as z from "zod";
import type { Operation } from "../../kernel/operation.ts";
import { restart } from "../../terminals/operations/restart.ts";
import { SESSION_CHECKPOINT_PATHS } from "./session-checkpoint-paths.ts";

const ErrorBody = z.object({ code: z.string(), message: z.string(), next: z.string() });

const DIRECTORY = {
  name: "X-Holdfast-Directory",
  in: "header",
  description: "Directory of the call, as an absolute path (default: directory of the daemon)",
  schema: { type: "string" },
};

/** OpenAPI 3.1 of all paths: the operations' zod schemas are JSON Schema already. */
export function openApi(operations: readonly Operation[], version: string) {
  const paths = operations.map((operation) => [`/v1/${operation.name}`, describe(operation)]);
  return {
    openapi: "3.1.0",
    info: { title: "Holdfast", version },
    paths: {
      ...Object.fromEntries(paths),
      ...SESSION_CHECKPOINT_PATHS,
      "/sessions/{id}/agent-restart": agentRestart(),
      "/healthz": HEALTH,
    },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
  };
}

const HEALTH = {
  get: {
    operationId: "healthz",
    summary: "Whether the daemon is running, and its version",
    security: [],
    responses: {
      200: {
        description: "The daemon is running",
        ...content(z.object({ status: z.string(), version: z.string() })),
      },
    },
  },
};

function agentRestart() {
  const { responses, summary } = describe(restart).post;
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  return { post: { operationId: "agent_restart", summary, parameters: [id, DIRECTORY], responses } };
}

function describe({ name, summary, readOnly, input, output }: Operation) {
  const responses = {
    200: { description: summary, ...content(output) },
    default: { description: "The error and the next step", ...content(ErrorBody) },
  };
  const body = { content: { "application/json": { schema: jsonSchema(input, "input") } } };
  const post = { operationId: name, summary, parameters: [DIRECTORY], requestBody: body, responses };
  if (!readOnly) return { post };
  const get = { operationId: `get_${name}`, summary, parameters: [DIRECTORY, ...queryOf(input)], responses };
  return { get, post };
}

function queryOf(input: z.ZodObject): object[] {
  return Object.entries(input.shape).map(([name, field]) => {
    const { description, ...schema } = jsonSchema(field as z.ZodType, "input");
    const required = !(field as z.ZodType).safeParse(undefined).success;
    return { name, in: "query", required, schema, ...(description ? { description } : {}) };
  });
}

function content(schema: z.ZodType) {
  return { content: { "application/json": { schema: jsonSchema(schema, "output") } } };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
