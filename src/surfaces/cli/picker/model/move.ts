import type { KeyName } from "./parse-keys.ts";
import type { PickerState } from "./picker-state.ts";

/** Where the selection goes for each key; undefined for a key that does not move it. */
export function moved(state: PickerState, key: KeyName, page: number): PickerState | undefined {
  const last = state.shown.length - 1;
  const at = Math.max(
    0,
    state.shown.findIndex(({ id }) => id === state.selectedId),
  );
  const target = targetOf(key, { at, last, page });
  if (target === undefined) return undefined;
  const index = Math.min(last, Math.max(0, target));
  return withVisible({ ...state, selectedId: state.shown[index]?.id, message: undefined }, index, page);
}

function targetOf(key: KeyName, { at, last, page }: { at: number; last: number; page: number }) {
  const targets: Partial<Record<KeyName, number>> = {
    up: at - 1,
    down: at + 1,
    "page-up": at - page,
    "page-down": at + page,
    home: 0,
    end: last,
  };
  return targets[key];
}

/** Scrolls by as little as shows the selection. */
export function withVisible(state: PickerState, index: number, page: number): PickerState {
  const lowest = Math.max(0, index - page + 1);
  const top = Math.min(index, Math.max(lowest, state.top));
  return { ...state, top };
}

/** The new first line of a text that is scrolled; undefined for a key that does not scroll. */
export function scrolled(
  key: KeyName,
  { scroll, page, length }: { scroll: number; page: number; length: number },
) {
  const last = Math.max(0, length - page);
  const target = targetOf(key, { at: scroll, last, page: Math.max(1, page - 1) });
  return target === undefined ? undefined : Math.min(last, Math.max(0, target));
}
