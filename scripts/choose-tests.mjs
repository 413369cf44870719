import { ground } from "./lint/rooms.mjs";

/** What every room is built on, or every test. */
const EVERYWHERE =
  /^(?:src\/[^/]+$|src\/testing\/|test\/support\/|package(?:-lock)?\.json$|vitest\.config\.ts$)/;

/**
 * The directories whose tests a change needs before it is committed: those of the rooms with changed files. Undefined if it
 * may have changed every room.
 */
export function chooseTests(changedFiles) {
  const rooms = new Set();
  for (const path of changedFiles) {
    const [top, room, rest] = path.split("/");
    if (EVERYWHERE.test(path) || (top === "src" && ground.includes(room))) return undefined;
    if (top === "web") rooms.add("test/web/");
    if ((top === "src" || top === "test") && rest) rooms.add(`test/${room}/`);
  }
  return [...rooms].toSorted((a, b) => a.localeCompare(b));
}
