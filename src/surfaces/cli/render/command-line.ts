import { shellQuoted } from "../../../text/shell-quoted.ts";

interface CommandInput {
  command: readonly string[];
  directory: string;
  environment: Readonly<Record<string, string>>;
}

/** A line for a shell that starts a program in its directory. */
export function commandLine({ command, directory, environment }: CommandInput): string {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const words = command.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : shellQuoted(word)));
  return `cd ${shellQuoted(directory)} && ${[...settings, ...words].join(" ")}`;
}
