import type { Reply } from "../kernel/agent-event.ts";

/** One reply of several capabilities, in their order: contexts are joined, the first block wins. */
export function mergeReplies(replies: readonly Reply[]): Reply {
  const contexts = replies.map(({ context }) => context).filter((context) => context !== undefined);
  const notices = replies.map(({ notice }) => notice).filter((notice) => notice !== undefined);
  const block = replies.find((reply) => reply.block !== undefined)?.block;
  return {
    ...(contexts.length > 0 ? { context: contexts.join("\n\n") } : {}),
    ...(block === undefined ? {} : { block }),
    ...(notices.length > 0 ? { notice: notices.join("\n") } : {}),
  };
}
