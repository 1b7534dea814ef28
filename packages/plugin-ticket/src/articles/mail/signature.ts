import { htmlToText } from '../store/html-to-text.js';

/** A signature of a queue. */
export interface Signature {
  readonly text: string;
  readonly contentType: string;
}

/** Values of placeholders, such as `CURRENT_UserLogin`, by their names in lower case. */
export type Placeholders = ReadonlyMap<string, string>;

interface SignedBody {
  readonly isHTML: boolean;
  /** Characters of a line, and seconds, for HTML that becomes text. */
  readonly width: number;
  readonly seconds: number;
}

/** A signature in the form of the body that it is appended to. Placeholders that are not known are left out. */
export async function signatureText(
  { text, contentType }: Signature,
  values: Placeholders,
  { isHTML, width, seconds }: SignedBody,
): Promise<string> {
  const fromHTML = /^text\/html/i.test(contentType);
  if (isHTML && fromHTML)
    return text.replace(/&lt;OTRS_(.+?)&gt;/g, (_, name: string) => escapeHTML(valueOf(name, values)));
  if (isHTML) return htmlOf(fill(text, values));
  if (!fromHTML) return fill(text, values);
  return fill((await htmlToText({ html: text, width, keepsWords: false }, seconds)) ?? '', values);
}

function fill(text: string, values: Placeholders): string {
  return text.replace(/<OTRS_([^<>]+)>/g, (_, name: string) => valueOf(name, values));
}

function valueOf(name: string, values: Placeholders): string {
  return values.get(name.toLowerCase()) ?? '';
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHTML(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

function htmlOf(text: string): string {
  const linked = escapeHTML(text).replace(
    /https?:\/\/[^\s<>"]+/g,
    (link) => `<a href="${link}" title="${link}">${link}</a>`,
  );
  return linked.replace(/\r?\n/g, '<br />');
}
