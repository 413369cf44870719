import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SLOW } from "./slow.ts";

/** Sorts in the same order on every machine, even on a new one without measurements. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    return rest.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = SLOW.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return found === -1 ? SLOW.length : found;
}
