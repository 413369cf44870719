/** What clients and scripts write where they know no id. */
const NO_ID = new Set(["unknown", "none", "null", "undefined", "nil"]);

/**
 * The id of a session as a part of a file's name; undefined for one that is missing, a stand-in or hostile. A file for
 * such an id would belong to no session, or lie somewhere else (P22).
 */
export function sessionKey(nativeId: string | null | undefined): string | undefined {
  const id = nativeId ?? "";
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id) && !NO_ID.has(id.toLowerCase()) ? id : undefined;
}
