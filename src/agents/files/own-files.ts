import type { ConnectPlan } from "../../kernel/agent/agent.ts";
import { checkFiles } from "./check-files.ts";
import type { ClientConnection, ClientPlace } from "./client-connection.ts";
import { installFiles, type OwnedFiles, uninstallFiles } from "./owned-files.ts";

/** A client that loads files of our own: none of the user's files is touched. */
interface OwnFiles {
  /** The files by which the connection is recognized. */
  files(place: ClientPlace): OwnedFiles;
  /** Further files, which only some options ask for. Without them, connecting removes these files. */
  optional?(place: ClientPlace): { files: OwnedFiles; isWanted: boolean };
  plan(place: ClientPlace): Omit<ConnectPlan, "configDir">;
  /** What else keeps the files from having an effect, such as settings of the user's. */
  problems?(place: ClientPlace): Promise<string[]>;
}

export function ownFiles({ files, optional, plan, problems }: OwnFiles): ClientConnection {
  return {
    plan: async (place) => plan(place),
    async connect(place) {
      const { files: others, isWanted } = optional?.(place) ?? {};
      const change = isWanted ? installFiles : uninstallFiles;
      return [...(await installFiles(files(place))), ...(others ? await change(others) : [])];
    },
    async disconnect(place) {
      const others = optional?.(place).files;
      return [...(await uninstallFiles(files(place))), ...(others ? await uninstallFiles(others) : [])];
    },
    async check(place) {
      const found = await checkFiles(place, files(place));
      if (!found.installed) return found;
      return { ...found, problems: [...found.problems, ...((await problems?.(place)) ?? [])] };
    },
  };
}

/** As clients and people read it. */
export function jsonFile(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
