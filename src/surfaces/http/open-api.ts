import * as z from "zod";
import type { Operation } from "../../kernel/operation.ts";

/** OpenAPI 3.1 of the operations: their zod schemas are JSON Schema already. */
export function openApi(operations: readonly Operation[], version: string) {
  const paths = operations.map((operation) => [`/v1/${operation.name}`, describe(operation)]);
  return {
    openapi: "3.1.0",
    info: { title: "Holdfast", version },
    paths: Object.fromEntries(paths),
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
  };
}

function describe({ name, summary, input, output }: Operation) {
  const json = (schema: z.ZodType, io: "input" | "output") => ({
    content: { "application/json": { schema: z.toJSONSchema(schema, { io, unrepresentable: "any" }) } },
  });
  return {
    post: {
      operationId: name,
      summary,
      requestBody: json(input, "input"),
      responses: {
        200: { description: summary, ...json(output, "output") },
        default: { description: "code, message, next" },
      },
    },
  };
}
