import type { Uninstalled } from "../../../setup/uninstall.ts";
import { enumerate } from "../../../text/enumerate.ts";
import { size } from "./table.ts";

export function renderUninstalled({ disconnected, removed, kept }: Uninstalled): string[] {
  const sizeOf = (bytes: number | null) => (bytes === null ? "" : `, ${size(bytes)}`);
  const isHere = kept.some(({ bytes }) => bytes !== null);
  return [
    disconnected.length === 0 ? "No agent was connected." : `Disconnected ${enumerate(disconnected)}.`,
    ...removed.map((path) => `  removed ${path}`),
    ...(kept.length === 0 ? ["Nothing of Holdfast's is left but the program."] : ["What stays:"]),
    ...kept.map(({ path, bytes, holds }) => `  ${path}${sizeOf(bytes)}: ${holds}`),
    ...(isHere ? ["To delete that too: holdfast uninstall --purge"] : []),
    "To remove the program: npm uninstall --global holdfast",
    ...(disconnected.length === 0 ? [] : ["Agents that are running have to be restarted."]),
  ];
}
