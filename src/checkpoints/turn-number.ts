/** Whether a person means a turn with this, wherever a checkpoint may be meant as well. */
export function isTurnNumber(text: string): boolean {
  return /^\d{1,6}$/.test(text);
}
