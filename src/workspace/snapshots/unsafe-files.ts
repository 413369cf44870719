import { HoldfastError } from "../../kernel/errors.ts";

export function unsafe(how: string): HoldfastError {
  return new HoldfastError(
    "state_corrupt",
    `The files of this bundle are damaged: ${how}. Nothing was imported.`,
    {
      next: "Export them again, and import only bundles of people whom you trust.",
    },
  );
}
