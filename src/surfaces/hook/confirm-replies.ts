import type { Context } from "../../kernel/context.ts";
import type { ReplyStorage } from "../../kernel/storage/reply-storage.ts";
import { listReceipts, removeReceipts } from "../../spool/receipts.ts";

/**
 * Records the replies that hooks have printed as arrived. Must run before an event is handled, since what is not
 * confirmed is carried by its reply. Repeating it changes nothing.
 */
export async function confirmReplies({
  store,
  paths,
  clock,
}: Pick<Context, "paths" | "clock"> & { store: ReplyStorage }): Promise<void> {
  const printed = listReceipts(paths.spool);
  if (printed.length === 0) return;
  await store.confirmReplies(printed, clock());
  removeReceipts(paths.spool, printed);
}
