import { createTwoFilesPatch } from 'diff';

/** Lines around each difference. */
const CONTEXT = 3;
/** Lines that may differ: comparing takes time and memory in proportion to their square. */
const MOST_EDITS = 1_000;

/** The names of the two sides. */
export interface SideNames {
  readonly before: string;
  readonly after: string;
}

/** A unified diff; empty when the texts are equal, undefined when they are too different for one. */
export function diffLines(before: string, after: string, names: SideNames): string | undefined {
  if (before === after) return '';
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  return createTwoFilesPatch(names.before, names.after, before, after, undefined, undefined, options);
}
