import { offMainThread, type DefinitionChange } from '@ticketgate/definition';

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

/** How two definitions differ, by meaning and line by line. */
export async function compareTexts(before: NamedText, after: NamedText): Promise<Comparison> {
  const changes = await offMainThread('compare', before.text, after.text);
  const patch = await offMainThread('diff', before.text, after.text, { before: before.name, after: after.name });
  return { changes, patch };
}
