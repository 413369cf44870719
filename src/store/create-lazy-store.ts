import type { Store } from "../kernel/storage/store.ts";

/**
 * Opens the store at the first call that needs it. Commands that use no records (connect, disconnect) then create no
 * database, and work even if the existing one cannot be opened.
 */
export function createLazyStore(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined;
  const opened = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined; // the next call tries again
      throw error;
    });
    return opening;
  };
  const close = async () => await (await opening?.catch(() => undefined))?.close();
  return new Proxy({} as Store, {
    get(_target, name) {
      // Awaiting this store looks for a `then` method: there must be none.
      if (name === "then") return undefined;
      if (name === "close") return close;
      return async (...args: unknown[]) => {
        const store = await opened();
        const method: unknown = Reflect.get(store, name);
        return typeof method === "function" ? await Reflect.apply(method, store, args) : method;
      };
    },
  });
}
