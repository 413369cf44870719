import type { PurgePlan } from "../../../setup/describe-purge.ts";
import { count, enumerate } from "../../../text/phrases.ts";
import { size } from "../layout/table.ts";

/** Maximum number of names that are listed. */
const NAMED = 20;

export function renderPurgePlan({ paths, records }: PurgePlan): string[] {
  if (paths.length === 0) return ["Nothing is recorded, so there is nothing to delete."];
  return [
    "This deletes:",
    ...paths.map(({ path, bytes, holds }) => `  ${path}, ${size(bytes)}: ${holds}`),
    ...(records === null ? [] : describeRecords(records)),
  ];
}

function describeRecords({ checkpoints, sessions, names }: NonNullable<PurgePlan["records"]>): string[] {
  const what = `${count(checkpoints, "checkpoint")} of ${count(sessions, "session")}`;
  if (names.length === 0) return [`  ${what}`];
  const shown = names.slice(0, NAMED);
  const more = names.length > NAMED ? [`${names.length - NAMED} more`] : [];
  return [`  ${what}, among them the named ${enumerate([...shown, ...more])}`];
}
