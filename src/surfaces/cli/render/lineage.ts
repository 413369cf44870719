import type { LineageNode } from "../../../workflow/operations/lineage.ts";
import type { RunView } from "../../../workflow/run-view.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago } from "../layout/table.ts";
import { cutTo, widthOf } from "../layout/text-width.ts";

/** Deeper branches are drawn at this depth, to limit the width of a line. */
const MAX_DEPTH = 12;

/** Checkpoints as a tree, oldest first. A continuation stays in its column; a branch is drawn to the right of it. */
export function renderLineage(
  { runs, nodes }: { runs: readonly RunView[]; nodes: readonly LineageNode[] },
  how: Rendering,
): string[] {
  const children = childrenOf(nodes);
  const statuses = new Map(runs.map(({ id, status, dangling }) => [id, dangling ? "interrupted" : status]));
  const tree = { children, statuses, how, drawn: new Set<string>() };
  return (children.get(null) ?? []).flatMap((root) => [headingOf(root, tree), ...draw(root, tree, 0)]);
}

/** Groups nodes by the id of their parent, or null if the parent is not shown. */
function childrenOf(nodes: readonly LineageNode[]): Map<string | null, LineageNode[]> {
  const known = new Set(nodes.map(({ id }) => id));
  const children = new Map<string | null, LineageNode[]>();
  for (const node of nodes) {
    const parent = node.parent !== null && known.has(node.parent) ? node.parent : null;
    children.set(parent, [...(children.get(parent) ?? []), node]);
  }
  return children;
}

interface Tree {
  children: ReadonlyMap<string | null, readonly LineageNode[]>;
  statuses: ReadonlyMap<string, string>;
  how: Rendering;
  drawn: Set<string>;
}

function draw(first: LineageNode, tree: Tree, depth: number): string[] {
  const lines: string[] = [];
  const before = "│ ".repeat(Math.min(depth, MAX_DEPTH));
  let node: LineageNode | undefined = first;
  while (node && !tree.drawn.has(node.id)) {
    tree.drawn.add(node.id);
    lines.push(lineOf(node, before, tree.how));
    const next: readonly LineageNode[] = tree.children.get(node.id) ?? [];
    const main = mainOf(next, node.workflow);
    for (const branch of next)
      if (branch !== main)
        lines.push(`${before}├─╮ ${headingOf(branch, tree)}`, ...draw(branch, tree, depth + 1));
    node = main;
  }
  return lines;
}

/** The continuation in the same column: the newest node of the same workflow that was not abandoned by a rewind. */
function mainOf(next: readonly LineageNode[], own: string): LineageNode | undefined {
  return next.findLast(({ workflow, abandoned }) => workflow === own && !abandoned);
}

function headingOf({ workflow, abandoned }: LineageNode, { statuses, how }: Tree): string {
  if (abandoned) return how.style.dim("abandoned by a rewind");
  const status = statuses.get(workflow);
  return `${workflow}${status === undefined ? "" : ` (${status})`}`;
}

function lineOf({ id, title, createdAt, abandoned }: LineageNode, before: string, how: Rendering): string {
  const symbol = abandoned ? "○" : "●";
  const end = ` ${how.style.dim(`${id} ${ago(createdAt, how.now)}`)}`;
  const room = how.columns - widthOf(`${before}${symbol}  ${id} ${ago(createdAt, how.now)}`);
  return `${before}${symbol} ${cutTo(title, Math.max(12, room))}${end}`;
}
