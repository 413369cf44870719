import { posix } from "node:path";
import { readFlags } from "./read-flags.ts";

/** `npm pkg set type=module -w packages/a`: the manifest that it edits. A workspace that is given by its name is not known. */
export function editedManifest(args: readonly string[]): string[] {
  const { operands, values, flags } = readFlags(args, ["prefix", "C", "dir", "w", "workspace"]);
  const [command, action = ""] = operands;
  if (command !== "pkg" || !/^(?:set|delete|fix)$/.test(action)) return [];
  const of = (...names: string[]) => names.flatMap((name) => values.get(name) ?? []);
  const [workspace = ""] = of("w", "workspace");
  const isNamed = workspace !== "" && !/^[\w.-]+\//.test(workspace);
  if (isNamed || flags.has("workspaces") || flags.has("ws")) return [];
  return [posix.join(of("prefix", "C", "dir")[0] ?? "", workspace, "package.json")];
}
