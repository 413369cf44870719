import type { Command } from "commander";
import type { Context } from "../../kernel/context.ts";
import type { NamedOperation } from "../../operations-by-name.ts";
import { completionScript } from "./completion.ts";

interface Wiring {
  open(): Promise<Context & { close(): Promise<void> }>;
  operations(): Promise<readonly NamedOperation[]>;
  write(text: string): void;
}

/** Adds the command that prints a shell's completion script, and the command that the script calls at each key. */
export function addCompletionCommands(program: Command, { open, operations, write }: Wiring): void {
  program
    .command("completion")
    .description("Print a shell completion script")
    .argument("<shell>", "bash, zsh or fish")
    .action((shell: string) => write(completionScript(shell, program)));
  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .action(async (words: string[]) => {
      const { completeWords } = await import("./complete-words.ts");
      const ctx = await open();
      try {
        const found = await completeWords(ctx, await operations(), words);
        if (found.length > 0) write(`${found.join("\n")}\n`);
      } finally {
        await ctx.close();
      }
    });
}
