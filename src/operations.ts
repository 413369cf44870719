import type { Operation } from "./kernel/operation.ts";
import { operationsByName } from "./operations-by-name.ts";

/** Everything the product can do. Command line, HTTP, OpenAPI and MCP are derived from this list. */
export const operations: readonly Operation[] = Object.values(operationsByName).map((give) => give());
