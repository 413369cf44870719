/** `nextSteps` → `--next-steps`: how an input field is written on the command line. */
export function optionFlag(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
