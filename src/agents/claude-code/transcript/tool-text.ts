import * as z from "zod";

const Blocks = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));
const Output = z.looseObject({ stdout: z.string().optional(), stderr: z.string().optional() });

/** A tool's output as text: from a plain string, content blocks, or a shell's two streams. */
export function toolText(response: unknown): string {
  if (typeof response === "string") return response;
  const blocks = Blocks.safeParse(response);
  if (blocks.success) return blocks.data.flatMap(({ text }) => text ?? []).join("\n");
  const output = Output.safeParse(response);
  if (!output.success) return "";
  return [output.data.stdout, output.data.stderr].filter(Boolean).join("\n");
}
