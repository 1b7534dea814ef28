import { aside, type DefinitionChange } from '@ticketgate/definition';
import { createTwoFilesPatch } from 'diff';

/** A definition with the name under which it is compared, for example `Helpdesk@12` or a file. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface Comparison {
  readonly changes: readonly DefinitionChange[];
  /** A unified diff; empty when the texts are equal, undefined when they are too different for one. */
  readonly patch: string | undefined;
}

/** Lines around each difference. */
const CONTEXT = 3;
/** Lines that may differ: comparing takes time and memory in proportion to their square. */
const MOST_EDITS = 1_000;

/** How two definitions differ, by meaning and line by line. */
export async function compareTexts(before: NamedText, after: NamedText): Promise<Comparison> {
  const changes = await aside('compare', before.text, after.text);
  if (before.text === after.text) return { changes, patch: '' };
  const patch = createTwoFilesPatch(before.name, after.name, before.text, after.text, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MOST_EDITS,
  });
  return { changes, patch };
}
