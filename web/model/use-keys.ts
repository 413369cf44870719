import { useEffect } from "preact/hooks";

/** Calls a function for a key, unless the person is typing or holds a modifier. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select");
      const act = keys[key];
      if (isTyping || ctrlKey || metaKey || altKey || !act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

/** Moves the focus to the next or previous element of a kind, from where it is or from what the window shows. */
export function focusNext(selector: string, step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const current = all.findIndex((each) => each.contains(document.activeElement));
  const visible = all.findIndex((each) => each.getBoundingClientRect().top > 60);
  const next = current >= 0 ? current + step : Math.max(0, visible);
  const target = all[Math.min(all.length - 1, Math.max(0, next))];
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}
