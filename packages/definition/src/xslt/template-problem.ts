import { Engine, XsltError } from './engine.js';

/**
 * Removes the spaces around texts of a template, as the family does before parsing (`docs/web-services.md`), also in `xsl:text`, but keeps
 * texts that consist only of spaces.
 */
export function cleanTemplate(template: string): string {
  return template.replace(/>[ \t\n]+(?=[^< \t\n])/g, '>').replace(/(?<![> \t\n])[ \t\n]+(?=<)/g, '');
}

export interface TemplateProblem {
  readonly message: string;
  /** Line in the template; undefined if unknown. */
  readonly line: number | undefined;
}

let engine: Engine | undefined;

/**
 * Compiles a template in this thread, and returns its first error.
 *
 * @example
 * findTemplateProblem('<a>'); // { message: 'Premature end of data in tag a line 1', line: 1 }
 */
export function findTemplateProblem(template: string): TemplateProblem | undefined {
  // Templates are compiled without spaces around texts; only the error of the original has the right line.
  const problem = compileXslt(cleanTemplate(template));
  return problem && (compileXslt(template) ?? problem);
}

function compileXslt(template: string): TemplateProblem | undefined {
  engine ??= new Engine();
  try {
    engine.release(engine.compile(template));
    return undefined;
  } catch (error) {
    if (error instanceof XsltError) return { message: error.message, line: error.line };
    engine = undefined;
    return { message: 'The template is too large.', line: undefined };
  }
}

/** A place in a template, counted from 1. */
export interface TemplatePlace {
  readonly line: number;
  readonly column: number;
}

/** What the library's messages name, most exact first, with the text before it: texts in quotes, closing tags, functions, elements. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/'([^'\n]+)'/g, ''],
  [/mismatch: .+ and (\S+)/g, '</'],
  [/function (\S+) not found/g, ''],
  [/(?:element|Start Tag) (\S+?)[:;]? /g, ''],
];

/**
 * The place of an error in a template. The library only knows the line, in the template without spaces around texts.
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
  return locateOffset(template, originalOffset(template, cleaned, start + (found ?? Math.max(text.search(/\S/), 0))));
}

/** Only spaces were removed, and never some of several adjacent ones. */
function originalOffset(template: string, cleaned: string, offset: number): number {
  let at = 0;
  for (let index = 0; index < offset; index += 1) at = template.indexOf(cleaned.charAt(index), at) + 1;
  return template.indexOf(cleaned.charAt(offset), at);
}

function locateOffset(template: string, offset: number): TemplatePlace {
  const before = template.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
