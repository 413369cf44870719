const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const textsOrNull = { type: ["array", "null"], items: text };

const CHECKPOINT = {
  type: "object",
  properties: {
    id: text,
    session_key: textOrNull,
    harness: textOrNull,
    project: text,
    project_normalized: text,
    trigger: text,
    digest: text,
    prompt_count: { type: "integer" },
    created_at: { type: "string", format: "date-time" },
    memory_queries: textsOrNull,
    recent_remembers: textsOrNull,
  },
};

const responses = {
  200: {
    description: "Newest first",
    content: {
      "application/json": {
        schema: { type: "object", properties: { checkpoints: { type: "array", items: CHECKPOINT } } },
      },
    },
  },
};

/** OpenAPI of the routes in `session-checkpoints.ts`. */
export const SESSION_CHECKPOINT_PATHS = {
  "/api/checkpoints": {
    get: {
      operationId: "project_checkpoints",
      summary: "Newest checkpoints of a project",
      parameters: [
        {
          name: "project",
          in: "query",
          required: true,
          schema: text,
          description: "Absolute path of a directory",
        },
        {
          name: "limit",
          in: "query",
          required: false,
          schema: { type: "integer", minimum: 1, maximum: 100, default: 10 },
        },
      ],
      responses,
    },
  },
  "/api/checkpoints/{sessionKey}": {
    get: {
      operationId: "session_checkpoints",
      summary: "Checkpoints of one session, by the agent's id of it",
      parameters: [{ name: "sessionKey", in: "path", required: true, schema: text }],
      responses,
    },
  },
};
