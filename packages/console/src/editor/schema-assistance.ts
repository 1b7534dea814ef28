import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Text } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';

import { serverHelp } from '../app/language.js';

type Schema = Readonly<Record<string, unknown>>;

/** Completion of keys and values, and explanations, from the JSON Schema of the file. */
export function schemaAssistance(root: unknown) {
  const schema = asSchema(root);
  if (schema === undefined) return [];
  return [
    autocompletion({ override: [(context) => complete(context, schema)], activateOnTyping: true }),
    hoverTooltip((view, pos) => {
      const line = view.state.doc.lineAt(pos);
      const key = KEY.exec(line.text);
      const start = line.from + (key?.[1]?.length ?? 0);
      if (key === null || pos < start || pos > start + (key[2]?.length ?? 0)) return null;
      const path = [...pathAbove(view.state.doc, line.number, indentOf(line.text)), unquoted(key[2] ?? '')];
      const text = describe(at(schema, schema, path));
      if (text === '') return null;
      return { pos: start, end: start + (key[2]?.length ?? 0), create: () => ({ dom: paragraph(text) }) };
    }),
  ];
}

/** The indent of a key, the key, and what follows its colon. */
const KEY = /^(\s*(?:- )?)([^\s#:][^:#]*):(?:\s+(.*))?$/;

function complete(context: CompletionContext, schema: Schema): CompletionResult | null {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const value = /^(\s*(?:- )?)([^\s#:][^:#]*):\s+([\w:.-]*)$/.exec(before);
  if (value !== null) {
    const path = [...pathAbove(state.doc, line.number, indentOf(line.text)), unquoted(value[2] ?? '')];
    return result(valuesOf(at(schema, schema, path), schema), pos - (value[3] ?? '').length);
  }
  const key = /^\s*(?:- )?([\w-]*)$/.exec(before);
  if (key === null || (key[1] === '' && !explicit && !/^\s+$/.test(before))) return null;
  const path = pathAbove(state.doc, line.number, indentOf(before));
  return result(keysOf(at(schema, schema, path), schema), pos - (key[1] ?? '').length);
}

function result(options: readonly Completion[], from: number): CompletionResult | null {
  return options.length === 0 ? null : { from, options, validFor: /^[\w:.-]*$/ };
}

/** The keys that a line of the text belongs to, with its own. */
export function pathAt(text: Text, number: number): readonly string[] {
  const { text: line } = text.line(number);
  const own = KEY.exec(line)?.[2];
  return [...pathAbove(text, number, indentOf(line)), ...(own === undefined ? [] : [unquoted(own)])];
}

/** The keys above a line that it belongs to, the outermost first. */
function pathAbove(text: Text, number: number, indent: number): readonly string[] {
  const path: string[] = [];
  let depth = indent;
  for (let at = number - 1; at > 0 && depth > 0; at -= 1) {
    const line = text.line(at).text;
    const key = KEY.exec(line);
    if (key === null || indentOf(line) >= depth) continue;
    depth = indentOf(line);
    path.unshift(unquoted(key[2] ?? ''));
  }
  return path;
}

function indentOf(line: string): number {
  return /^\s*(?:- )?/.exec(line)?.[0].length ?? 0;
}

function unquoted(key: string): string {
  return key.trim().replace(/^(['"])(.*)\1$/, '$2');
}

/** The schema at a path of keys. */
function at(schema: Schema, root: Schema, [key, ...rest]: readonly string[]): Schema | undefined {
  const found = resolved(schema, root);
  if (key === undefined) return found;
  const inner = branchesOf(found, root)
    .map((each) => asSchema(asSchema(each.properties)?.[key]) ?? asSchema(each.additionalProperties) ?? itemsOf(each))
    .find((each) => each !== undefined);
  return inner === undefined ? undefined : at(inner, root, rest);
}

function itemsOf({ items }: Schema): Schema | undefined {
  return asSchema(asSchema(items)?.properties);
}

function resolved(schema: Schema, root: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const parts = $ref.replace(/^#\//, '').split('/');
  return parts.reduce<Schema | undefined>((each, part) => asSchema(each?.[part]), root) ?? {};
}

function branchesOf(schema: Schema, root: Schema): readonly Schema[] {
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((name) =>
    Array.isArray(schema[name]) ? (schema[name] as unknown[]) : [],
  );
  const branches = lists.flatMap((each) => [asSchema(each), asSchema(asSchema(each)?.then)]);
  return [schema, ...branches.flatMap((each) => (each === undefined ? [] : [resolved(each, root)]))];
}

function keysOf(schema: Schema | undefined, root: Schema): readonly Completion[] {
  if (schema === undefined) return [];
  return branchesOf(schema, root).flatMap((each) =>
    Object.entries(asSchema(each.properties) ?? {}).map(([label, inner]) => ({
      label,
      type: 'property',
      apply: hasMembers(asSchema(inner)) ? `${label}:` : `${label}: `,
      info: describe(asSchema(inner)),
    })),
  );
}

function hasMembers(schema: Schema | undefined): boolean {
  return schema?.properties !== undefined || asSchema(schema?.additionalProperties) !== undefined;
}

function valuesOf(schema: Schema | undefined, root: Schema): readonly Completion[] {
  if (schema === undefined) return [];
  return branchesOf(schema, root)
    .flatMap((each) =>
      Array.isArray(each.enum) ? (each.enum as unknown[]) : each.type === 'boolean' ? [true, false] : [],
    )
    .map((value) => ({ label: String(value), type: 'enum' }));
}

function describe(schema: Schema | undefined): string {
  if (schema === undefined) return '';
  const words = typeof schema.description === 'string' ? serverHelp(schema.description) : '';
  return schema.default === undefined ? words : `${words} Default: ${JSON.stringify(schema.default)}`.trim();
}

function asSchema(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : undefined; // checked here
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'schema-hover';
  element.textContent = text;
  return element;
}
