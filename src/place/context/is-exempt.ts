/** What a person says to make room, and what helps with it. */
const EXEMPT = new Set([
  "/compact",
  "/clear",
  "/help",
  "/checkpoint",
  "/holdfast:checkpoint",
  "/compress",
  "/new",
]);

/** Whether a prompt passes although the context is full: by its first word, as it is. To purge makes no room. */
export function isExempt(prompt: string): boolean {
  const [command = "", ...rest] = prompt.trim().split(/\s+/);
  return EXEMPT.has(command) && !(command.endsWith("checkpoint") && rest.includes("--purge"));
}
