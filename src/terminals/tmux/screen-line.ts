/** The escape sequences for colors and styles: the only control characters in a line that tmux captured. */
const STYLE = /\p{Cc}\[([0-9;]*)m/gu;

/** One captured line as plain text; `faint` says whether faint text is kept or blanked. */
export function screenLine(line: string, { faint }: { faint: boolean }): string {
  let isFaint = false;
  let text = "";
  let from = 0;
  for (const style of line.matchAll(STYLE)) {
    text += shown(line.slice(from, style.index), isFaint && !faint);
    isFaint = faintAfter(style[1] ?? "", isFaint);
    from = style.index + style[0].length;
  }
  return text + shown(line.slice(from), isFaint && !faint);
}

function shown(text: string, isBlank: boolean): string {
  return isBlank ? " ".repeat(text.length) : text;
}

/** The codes 38 and 48 are followed by the numbers of a color, in which a 2 does not mean faint. */
function faintAfter(parameters: string, before: boolean): boolean {
  const codes = parameters.replaceAll(/[34]8;(?:5;\d+|2;\d+;\d+;\d+)/g, "").split(";");
  return codes.reduce((isFaint, code) => {
    if (code === "2") return true;
    return code === "0" || code === "22" || parameters === "" ? false : isFaint;
  }, before);
}
