import type { PurgePlan } from "../../../setup/describe-purge.ts";
import { count, enumerate } from "../../../text/phrases.ts";
import { size } from "../layout/table.ts";

/** Maximum number of names that are listed. */
const NAMED = 20;

export function renderPurgePlan({ paths, records, agents }: PurgePlan): string[] {
  if (paths.length + agents.length === 0) return ["Nothing is recorded, so there is nothing to delete."];
  return [
    "This deletes:",
    ...paths.map(({ path, bytes, holds }) => `  ${path}, ${size(bytes)}: ${holds}`),
    ...(records === null ? [] : describeRecords(records)),
    ...agents.map(({ title, path }) => `  ${path}: what connect added to ${title}`),
    "Conversations stay in the files of your agents, also those that were imported.",
  ];
}

function describeRecords(records: NonNullable<PurgePlan["records"]>): string[] {
  const { checkpoints, sessions, imported, names } = records;
  const from = imported === 0 ? "" : ` (${imported} imported, with their files)`;
  const what = `${count(checkpoints, "checkpoint")} of ${count(sessions, "session")}${from}`;
  if (names.length === 0) return [`  ${what}`];
  const shown = names.slice(0, NAMED);
  const more = names.length > NAMED ? [`${names.length - NAMED} more`] : [];
  return [`  ${what}, among them the named ${enumerate([...shown, ...more])}`];
}
