import * as z from "zod";

const text = z.string().optional().catch(undefined);
const Header = z.object({
  type: z.literal("session"),
  id: z.string().min(1),
  cwd: text,
  timestamp: text,
  parentSession: text,
});

/** The line about the session itself: the first one, or the second one after a title. */
export function headerOf(lines: readonly unknown[]): z.infer<typeof Header> | undefined {
  return lines.slice(0, 2).flatMap((line) => Header.safeParse(line).data ?? [])[0];
}
