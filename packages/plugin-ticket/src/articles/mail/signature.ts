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
  if (isHTML && fromHTML) return text.replace(/&lt;OTRS_(.+?)&gt;/g, (_, name: string) => escape(lookUp(name, values)));
  if (isHTML) return toHTML(fillWords(text, values));
  if (!fromHTML) return fillWords(text, values);
  return fillWords((await htmlToText({ html: text, width, keepsWords: false }, seconds)) ?? '', values);
}

function fillWords(text: string, values: Placeholders): string {
  return text.replace(/<OTRS_([^<>]+)>/g, (_, name: string) => lookUp(name, values));
}

function lookUp(name: string, values: Placeholders): string {
  return values.get(name.toLowerCase()) ?? '';
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

function toHTML(text: string): string {
  const linked = escape(text).replace(
    /https?:\/\/[^\s<>"]+/g,
    (link) => `<a href="${link}" title="${link}">${link}</a>`,
  );
  return linked.replace(/\r?\n/g, '<br/>');
}
