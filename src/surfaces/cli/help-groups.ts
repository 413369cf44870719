import { OPERATION_GROUPS, type OperationGroup } from "../../kernel/operation.ts";

/** Headings of `holdfast --help`, in order. */
export const helpGroups = {
  checkpoints: "Checkpoints:",
  files: "Files:",
  sessions: "Sessions:",
  workflows: "Workflows:",
  notes: "Notes:",
  agents: "Agents:",
  daemon: "Daemon:",
  other: "Other:",
} satisfies Record<OperationGroup | "daemon" | "other", string>;

/** Commander lists groups in the order in which their first command is added. */
export function byGroup<T extends { group: OperationGroup }>(operations: readonly T[]): T[] {
  return OPERATION_GROUPS.flatMap((group) => operations.filter((operation) => operation.group === group));
}
