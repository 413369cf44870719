import type { Capture } from "../../kernel/capture.ts";
import { collectLines, type Source } from "./collect-lines.ts";
import { pageLines, type Section } from "./select-lines.ts";

/** A model or a person asked for it: so a page may be longer than a record that is injected. */
const PAGE_CHARS = 15_800;

/** The whole record: the first page has what matters most, the others what there was no room for. */
export function recordPages(capture: Capture, source: Source): Section[][] {
  return pageLines(collectLines(capture, source), PAGE_CHARS);
}
