import type { Overlay } from "../model/picker-state.ts";
import type { Size } from "../terminal/picker-terminal.ts";
import { KEYS } from "./help.ts";
import { bodyHeight } from "./layout.ts";
import { cell, type Line, line, selected, span, tail } from "./line.ts";
import { wrapText } from "./wrap-text.ts";

/** Rows of a text in an overlay: without its rule and its title. */
export function overlayHeight(size: Size): number {
  return Math.max(1, bodyHeight(size) - 2);
}

/** The content of an overlay below its title. */
export function overlayLines(overlay: Overlay, columns: number): Line[] {
  switch (overlay.type) {
    case "help":
      return KEYS.map(([keys, what]) => line(span(cell(keys, 14), "strong"), span(what)));
    case "text":
    case "confirm":
      return overlay.lines.flatMap((text) => wrapKept(text, columns)).map((text) => line(span(text)));
    case "choose":
      return overlay.options.map((option, i) => {
        const isSelected = i === overlay.index;
        const choice = line(span(`${isSelected ? "❯" : " "} ${i + 1}  ${option} `));
        return isSelected ? selected(choice) : choice;
      });
    case "input":
      return [
        line(
          span(`${overlay.label}: `, "strong"),
          span(tail(overlay.value, columns - overlay.label.length - 4)),
        ),
        ...wrapText(overlay.hint, columns).map((text) => line(span(text, "dim"))),
        ...overlay.lines.map((text) => line(span(cell(text, columns)))),
      ];
  }
}

export function overlayTitle(overlay: Overlay): string {
  switch (overlay.type) {
    case "help":
      return "Keys";
    case "text":
      return overlay.title;
    case "input":
      return overlay.ask === "name" ? "Name this work" : "Restore files";
    case "confirm":
    case "choose":
      return overlay.question;
  }
}

/** Keeps the indentation of a text that was laid out already, such as a diff. */
function wrapKept(text: string, columns: number): string[] {
  const indent = /^ */.exec(text)?.[0] ?? "";
  if (text.trim() === "") return [""];
  return wrapText(text.trim(), columns - indent.length).map((each) => indent + each);
}
