/**
 * The client's own id of a session, where it is not the key of its requests. @param {import("./lab.mjs").ClientSession} session
 */
export function nativeId(session) {
  return "native" in session ? String(session.native) : session.id;
}
