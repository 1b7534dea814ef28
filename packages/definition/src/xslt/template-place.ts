import { cleanTemplate } from './clean-template.js';

/** A place in a template, counted from 1. */
export interface TemplatePlace {
  readonly line: number;
  readonly column: number;
}

/** What messages of the library name, the most exact first, with what stands before it: texts in quotes, closing tags, functions, elements. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/'([^'\n]+)'/g, ''],
  [/mismatch: .+ and (\S+)/g, '</'],
  [/function (\S+) not found/g, ''],
  [/(?:element|Start Tag) (\S+?)[:;]? /g, ''],
];

/**
 * Where a template has what an error of its application names. The library only knows the line, in the template without spaces around texts.
 *
 * @example
 * findPlace('<a>\n  <b></c>\n</a>', { line: 2, message: 'Opening and ending tag mismatch: b line 2 and c' }); // { line: 2, column: 6 }
 */
export function findPlace(template: string, error: { readonly line: number; readonly message: string }): TemplatePlace {
  const cleaned = cleanTemplate(template);
  const lines = cleaned.split('\n');
  const text = lines[error.line - 1] ?? '';
  const names = NAMED.flatMap(([form, before]) =>
    [...`${error.message} `.matchAll(form)].map(([, name = '']) => before + name),
  );
  const found = names.map((name) => text.indexOf(name)).find((column) => column !== -1);
  const start = lines.slice(0, error.line - 1).join('\n').length + (error.line > 1 ? 1 : 0);
  return placeOf(template, originalOffset(template, cleaned, start + (found ?? Math.max(text.search(/\S/), 0))));
}

/** Only spaces were removed, and never a part of those between two other characters. */
function originalOffset(template: string, cleaned: string, offset: number): number {
  let at = 0;
  for (let index = 0; index < offset; index += 1) at = template.indexOf(cleaned.charAt(index), at) + 1;
  return template.indexOf(cleaned.charAt(offset), at);
}

function placeOf(template: string, offset: number): TemplatePlace {
  const before = template.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
