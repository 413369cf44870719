import type { Command } from "commander";
import { HoldfastError } from "../../kernel/errors.ts";

/** Completion of command names; ids and paths are left to the shell. */
export function completionScript(shell: string, program: Command): string {
  const names = program.commands.map((command) => command.name()).join(" ");
  switch (shell) {
    case "bash":
      return `complete -W "${names}" holdfast\n`;
    case "zsh":
      return `#compdef holdfast\n_arguments "1: :(${names})" "*: :_files"\n`;
    case "fish":
      return `complete -c holdfast -f -n __fish_use_subcommand -a "${names}"\n`;
    default:
      throw new HoldfastError(
        "invalid_input",
        `Completion is there for bash, zsh and fish, not for "${shell}".`,
      );
  }
}
