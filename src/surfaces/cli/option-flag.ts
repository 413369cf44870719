/** The command-line option of an input field: `nextSteps` → `--next-steps`. */
export function optionFlag(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
