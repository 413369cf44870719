/** Provided by the client to plugins that it loads. */
declare module "openclaw/plugin-sdk/core" {
  export function delegateCompactionToRuntime(input: unknown): Promise<unknown>;
}

/** Of the client's Node, which is newer than the one whose types we use. */
declare module "node:sqlite" {
  export class DatabaseSync {
    constructor(path: string, options: { readOnly: boolean });
    prepare(query: string): { get(...values: string[]): unknown };
    close(): void;
  }
}
