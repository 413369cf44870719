import { useLayoutEffect, useRef } from "preact/hooks";

/** Focuses the button that took the place of the pressed one, which is gone and would lose the keyboard's place. */
export function useFocusAfter(state: string) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(state);
  useLayoutEffect(() => {
    if (before.current !== state) button.current?.focus({ preventScroll: true });
    before.current = state;
  }, [state]);
  return button;
}
