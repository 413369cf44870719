import * as z from "zod";
import { partText } from "../../blocks.ts";

const Output = z.looseObject({ stdout: z.string().optional(), stderr: z.string().optional() });

/** A tool's output as text: from a plain string, content blocks, or a shell's two streams. */
export function toolText(response: unknown): string {
  if (typeof response === "string") return response;
  if (Array.isArray(response)) return response.flatMap((block) => partText(block) ?? []).join("\n");
  const output = Output.safeParse(response);
  if (!output.success) return "";
  return [output.data.stdout, output.data.stderr].filter(Boolean).join("\n");
}
