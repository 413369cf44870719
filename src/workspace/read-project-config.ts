import { join } from "node:path";
import * as z from "zod";
import { readSmallFile } from "../files/read-small-file.ts";
import { ProjectConfig } from "../kernel/config/project-config.ts";
import { HoldfastError } from "../kernel/errors.ts";

export function readProjectConfig(worktree: string): ProjectConfig {
  const file = join(worktree, ".holdfast.json");
  const text = readSmallFile(file);
  if (text === undefined) return ProjectConfig.parse({});
  try {
    return ProjectConfig.parse(JSON.parse(text));
  } catch (error) {
    // The parser's own message quotes the text, which could be any file of the user if the path is a link.
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : "it is not valid JSON";
    throw new HoldfastError("config_invalid", `${file}: ${reason}`, { cause: error });
  }
}
