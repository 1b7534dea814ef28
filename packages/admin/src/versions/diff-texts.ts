import { offMainThread } from '@ticketgate/definition';

/** A definition with the name under which it is compared, for example `Helpdesk@12` or a file. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** How two definitions differ line by line: a unified diff, empty for equal texts; undefined when they are too different for one. */
export function diffTexts(before: NamedText, after: NamedText): Promise<string | undefined> {
  return offMainThread('diff', before.text, after.text, { before: before.name, after: after.name });
}
