import type { Lineage, LineageEdge } from "../model/lineage.ts";

export const ROW_HEIGHT = 30;
const LANE_WIDTH = 16;
/** More lanes than this are drawn on top of each other, so that the texts stay readable. */
const MAX_LANES = 14;

/** The space that the lines need beside the rows. */
export function widthOf(lanes: number): number {
  return Math.min(lanes, MAX_LANES) * LANE_WIDTH + 12;
}

/** The lines between checkpoints. The rows say the same in words, so readers of the screen skip them. */
export function LineageLines({ lineage: { rows, edges, lanes } }: { lineage: Lineage }) {
  return (
    <svg class="lines" width={widthOf(lanes)} height={rows.length * ROW_HEIGHT} aria-hidden="true">
      {edges.map((edge) => (
        <path
          key={edge.to.join()}
          class={`strand ${edge.reason === null ? "" : "goes-on"}`}
          d={pathOf(edge)}
        />
      ))}
      {rows.map(({ checkpoint: { id, name, kind, abandoned }, lane }, row) => (
        <circle
          key={id}
          class={`point ${kind} ${name === null ? "" : "named"} ${abandoned ? "abandoned" : ""}`}
          cx={x(lane)}
          cy={y(row)}
          r={name === null ? 4 : 5.5}
        />
      ))}
    </svg>
  );
}

function pathOf({ from: [fromRow, fromLane], to: [toRow, toLane] }: LineageEdge): string {
  const [x1, y1, x2, y2] = [x(fromLane), y(fromRow), x(toLane), y(toRow)];
  if (x1 === x2) return `M${x1} ${y1}V${y2}`;
  // It leaves its own column at the last moment, and so does not cross what is between.
  const bend = y2 + ROW_HEIGHT;
  return `M${x1} ${y1}V${Math.min(y1, bend)}C${x1} ${y2 + 10} ${x2} ${bend} ${x2} ${y2}`;
}

function x(lane: number): number {
  return (lane % MAX_LANES) * LANE_WIDTH + 10;
}

function y(row: number): number {
  return row * ROW_HEIGHT + ROW_HEIGHT / 2;
}
