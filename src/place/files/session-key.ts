/** What clients and scripts write if they do not know an id. */
const NO_ID = new Set(["unknown", "none", "null", "undefined", "nil"]);

/**
 * Checks the id of a session for use in a file name. Undefined if the id is missing, a placeholder or hostile: its file
 * would belong to no session, or be somewhere else (P22).
 */
export function sessionKey(nativeId: string | null | undefined): string | undefined {
  const id = nativeId ?? "";
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id) && !NO_ID.has(id.toLowerCase()) ? id : undefined;
}
