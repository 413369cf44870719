import { createHash } from "node:crypto";

/** Nodes of the suite are a JSON list of child keys and a payload: a store never looks inside by itself. */
export function sampleNode(payload: string, children: readonly string[] = []) {
  const bytes = Buffer.from(JSON.stringify({ children, payload }));
  return { key: createHash("sha256").update(bytes).digest("hex"), bytes };
}

/** What the store under test is opened with. */
export function sampleChildKeys(bytes: Uint8Array): string[] {
  return (JSON.parse(Buffer.from(bytes).toString("utf8")) as { children: string[] }).children;
}

export function nodeMap(...nodes: ReturnType<typeof sampleNode>[]): Map<string, Uint8Array> {
  return new Map(nodes.map(({ key, bytes }) => [key, bytes]));
}
