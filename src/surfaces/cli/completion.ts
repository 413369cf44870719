import type { Command } from "commander";
import { HoldfastError } from "../../kernel/errors.ts";

/** A command with the words that can follow it. */
interface CompletionWords {
  name: string;
  words: string;
}

/**
 * Completes commands and options, and calls `holdfast complete` for ids, names and agents. Stored names are untrusted:
 * each script reads them as lines, quotes them, and never evaluates them.
 */
export function completionScript(shell: string, program: Command): string {
  const commands = program
    .createHelp()
    .visibleCommands(program)
    .filter((each) => each.name() !== "help");
  const names = commands.map((command) => command.name()).join(" ");
  const following = commands.map((command) => ({ name: command.name(), words: wordsOf(command) }));
  switch (shell) {
    case "bash":
      return bash(names, following);
    case "zsh":
      return zsh(names, following);
    case "fish":
      return fish(names, following);
    default:
      throw new HoldfastError("invalid_input", `No completion for "${shell}". Use bash, zsh or fish.`);
  }
}

function wordsOf(command: Command): string {
  const own = command.createHelp();
  const names = command.commands.length > 0 ? own.visibleCommands(command).map((each) => each.name()) : [];
  const options = command.options.flatMap(({ long }) => long ?? []);
  return [...names, ...options, "--help"].join(" ");
}

function bash(names: string, following: readonly CompletionWords[]): string {
  const cases = following.map(({ name, words }) => `    ${name}) words="${words}" ;;`);
  return `_holdfast() {
  local words="${names}" current="\${COMP_WORDS[COMP_CWORD]}" word
  COMPREPLY=()
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    esac
    [[ $current == -* ]] || while IFS= read -r word; do
      [[ $word == "$current"* ]] && COMPREPLY+=("$(printf %q "$word")")
    done < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  fi
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _holdfast holdfast
`;
}

function zsh(names: string, following: readonly CompletionWords[]): string {
  const cases = following.map(({ name, words }) => `    ${name}) compadd -- ${words} ;;`);
  return `#compdef holdfast
_holdfast() {
  if (( CURRENT == 2 )); then compadd -- ${names}; return; fi
  local -a found
  [[ $words[CURRENT] == -* ]] || found=("\${(@f)$($words[1] complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=(\${found:#})
  if (( $#found )); then compadd -- "\${found[@]}"; return; fi
  case "$words[2]" in
${cases.join("\n")}
  esac
  _files
}
compdef _holdfast holdfast
`;
}

function fish(names: string, following: readonly CompletionWords[]): string {
  const first = `complete -c holdfast -n __fish_use_subcommand -a "${names}"`;
  const rest = following.map(
    ({ name, words }) => `complete -c holdfast -n "__fish_seen_subcommand_from ${name}" -a "${words}"`,
  );
  const asked = `complete -c holdfast -n "not __fish_use_subcommand" -a "(holdfast complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)"`;
  return `${[first, ...rest, asked].join("\n")}\n`;
}
