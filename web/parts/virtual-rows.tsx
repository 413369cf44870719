import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { rowOffsets, rowsBetween } from "../model/row-offsets.ts";

interface VirtualRowsProps<T> {
  label: string;
  rows: readonly T[];
  keyOf: (row: T) => string;
  heightOf: (row: T) => number;
  render: (row: T) => ComponentChildren;
  /** Called when the end comes into view. */
  onEnd: () => void;
}

/** Pixels above and below the window for which rows exist. */
const MARGIN = 800;

/** Rows of known heights, of which only those near the window exist. */
export function VirtualRows<T>({ label, rows, keyOf, heightOf, render, onEnd }: VirtualRowsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const offsets = useMemo(() => rowOffsets(rows.map(heightOf)), [rows, heightOf]);
  const { top, height } = useWindow(list);
  const [first, last] = rowsBetween(offsets, top - MARGIN, top + height + MARGIN);
  const total = offsets.at(-1) ?? 0;
  useEffect(() => {
    if (top + height + MARGIN >= total) onEnd();
  }, [top, height, total]);
  return (
    <div class="virtual" ref={list} role="list" aria-label={label} style={{ height: `${total}px` }}>
      {rows.slice(first, last).map((row, index) => (
        <div
          key={keyOf(row)}
          data-row
          role="listitem"
          class="virtual-row"
          style={{ transform: `translateY(${offsets[first + index] ?? 0}px)`, height: `${heightOf(row)}px` }}
        >
          {render(row)}
        </div>
      ))}
    </div>
  );
}

/** The part of the list that the window shows. */
function useWindow(list: { current: HTMLDivElement | null }): { top: number; height: number } {
  const [view, setView] = useState({ top: 0, height: window.innerHeight });
  useLayoutEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const top = -(list.current?.getBoundingClientRect().top ?? 0);
      setView({ top: Math.round(top / 100) * 100, height: window.innerHeight });
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    window.addEventListener("scroll", later, { passive: true });
    window.addEventListener("resize", later);
    return () => {
      window.removeEventListener("scroll", later);
      window.removeEventListener("resize", later);
      cancelAnimationFrame(frame);
    };
  }, []);
  return view;
}
