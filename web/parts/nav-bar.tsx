import { route } from "../model/navigate.ts";
import { hrefOf, type View } from "../model/route.ts";

const TABS: readonly (readonly [View, string])[] = [
  ["today", "Sessions"],
  ["lineage", "Lineage"],
  ["workflows", "Workflows"],
  ["health", "Health"],
];
/** Pages that are reached from a tab. */
const BELOW: Partial<Record<View, View>> = { session: "today", checkpoint: "lineage" };

export function NavBar() {
  const { view } = route.value;
  const current = BELOW[view] ?? view;
  return (
    <header class="bar">
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to content
      </a>
      <a class="brand" href={hrefOf({ view: "today" })}>
        <Mark />
        Holdfast
      </a>
      <nav aria-label="Views">
        {TABS.map(([tab, label]) => (
          <a key={tab} href={hrefOf({ view: tab })} aria-current={tab === current ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  );
}

function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** A point on a line: a moment that is kept. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M5 1v18M5 10h6" />
      <circle cx="14" cy="10" r="3.4" />
    </svg>
  );
}
