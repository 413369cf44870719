import type { Style } from "./style.ts";

/** Properties of the terminal. */
export interface Rendering {
  style: Style;
  now: number;
  /** The width of the terminal. Infinite without one, since a program that reads the output truncates it itself. */
  columns: number;
}
