import { type NamedOperation, type OperationName, operationsByName } from "./operations-by-name.ts";

/** Everything the product can do. Command line, HTTP, OpenAPI and MCP are derived from this list. */
export function loadOperations(): Promise<readonly NamedOperation[]> {
  return Promise.all(Object.values(operationsByName).map((load) => load()));
}

/** The operation of that name; undefined if there is none. */
export async function loadOperation(name: string): Promise<NamedOperation | undefined> {
  return isOperationName(name) ? await operationsByName[name]() : undefined;
}

function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operationsByName, name);
}
