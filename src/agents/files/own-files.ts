import type { ConnectPlan } from "../../kernel/agent/agent.ts";
import { checkFiles } from "./check-files.ts";
import type { ClientConnection, ClientSetup } from "./client-connection.ts";
import { installFiles, type OwnedFiles, uninstallFiles } from "./owned-files.ts";

/** A client that loads files of our own: none of the user's files is touched. */
interface OwnFiles {
  /** The files by which the connection is recognized. */
  files(setup: ClientSetup): OwnedFiles;
  /** Further files, which only some options ask for. Without them, connecting removes these files. */
  optional?(setup: ClientSetup): { files: OwnedFiles; isWanted: boolean };
  plan(setup: ClientSetup): Omit<ConnectPlan, "configDir">;
  /** What else keeps the files from having an effect, such as settings of the user's. */
  problems?(setup: ClientSetup): Promise<string[]>;
}

export function ownFiles({ files, optional, plan, problems }: OwnFiles): ClientConnection {
  return {
    plan: async (setup) => plan(setup),
    async connect(setup) {
      const { files: others, isWanted } = optional?.(setup) ?? {};
      const change = isWanted ? installFiles : uninstallFiles;
      return [...(await installFiles(files(setup))), ...(others ? await change(others) : [])];
    },
    async disconnect(setup) {
      const others = optional?.(setup).files;
      return [...(await uninstallFiles(files(setup))), ...(others ? await uninstallFiles(others) : [])];
    },
    async check(setup) {
      const found = await checkFiles(setup, files(setup));
      if (!found.installed) return found;
      return { ...found, problems: [...found.problems, ...((await problems?.(setup)) ?? [])] };
    },
  };
}

/** As clients and people read it. */
export function jsonFile(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
