import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import type { Text } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';

import { serverHelp, t } from '../app/language.js';
import { asSchema, type Schema } from '../components/schema.js';

/** Completion of keys and values, and explanations, from the JSON Schema of the file. */
export function schemaAssistance(schema: unknown) {
  return [
    autocompletion({ override: [(context) => complete(context, asSchema(schema))] }),
    hoverTooltip(({ state: { doc } }, at) => {
      const line = doc.lineAt(at);
      const [, indent = '', key = ''] = KEY.exec(line.text) ?? [];
      const pos = line.from + indent.length;
      const end = pos + key.length;
      const text = describeKey(membersAt(asSchema(schema), pathAt(doc, line.number))[0]);
      if (key === '' || at < pos || at > end || text === '') return null;
      const dom = Object.assign(document.createElement('div'), { className: 'schema-hover', textContent: text });
      return { pos, end, create: () => ({ dom }) };
    }),
  ];
}

/** The indent of a key, the key, and what follows its colon. */
const KEY = /^(\s*(?:- )?)([^\s#:][^:#]*):(?:\s+(.*))?$/;

function complete({ state: { doc }, pos, explicit }: CompletionContext, schema: Schema): CompletionResult | null {
  const { number, from, text } = doc.lineAt(pos);
  const before = text.slice(0, pos - from);
  const [isValue, begun = ''] = /^\s*(?:- )?[^\s#:][^:#]*:\s+([\w:.-]*)$/.exec(before) ?? [];
  const [isKey, name = ''] = /^\s*(?:- )?([\w-]*)$/.exec(before) ?? [];
  const isAsked = isKey !== undefined && (name !== '' || explicit || /^\s+$/.test(before));
  if (isValue === undefined && !isAsked) return null;
  const found = membersAt(schema, isAsked ? pathAbove(doc, number, measureIndent(before)) : pathAt(doc, number));
  const options = found.flatMap(isAsked ? completeKeys : completeValues);
  const start = pos - (isAsked ? name : begun).length;
  return options.length === 0 ? null : { from: start, options, validFor: /^[\w:.-]*$/ };
}

/** The keys that a line of the text belongs to, with its own. */
export function pathAt(text: Text, number: number): readonly string[] {
  const { text: line } = text.line(number);
  const own = KEY.exec(line)?.[2];
  return [...pathAbove(text, number, measureIndent(line)), ...(own === undefined ? [] : [unquoted(own)])];
}

/** The keys above a line that it belongs to, the outermost first. */
function pathAbove(text: Text, number: number, indent: number): readonly string[] {
  const path: string[] = [];
  let depth = indent;
  for (let at = number - 1; at > 0 && depth > 0; at -= 1) {
    const line = text.line(at).text;
    const key = KEY.exec(line);
    if (key === null || measureIndent(line) >= depth) continue;
    depth = measureIndent(line);
    path.unshift(unquoted(key[2] ?? ''));
  }
  return path;
}

function measureIndent(line: string): number {
  return /^\s*(?:- )?/.exec(line)?.[0].length ?? 0;
}

function unquoted(key: string): string {
  return key.trim().replace(/^(['"])(.*)\1$/, '$2');
}

/** All that the schema says of what is at a path of keys, whatever the values are. Entries of lists have no key. */
function membersAt(schema: Schema, path: readonly string[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>((found, key) => {
    const inner = found.map((each) => asSchema(asSchema(each.properties)[key] ?? each.additionalProperties));
    return listAllBranches(inner.find((each) => Object.keys(each).length > 0) ?? {});
  }, listAllBranches(schema));
}

function listAllBranches(schema: Schema): readonly Schema[] {
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => schema[name] ?? []).map(asSchema);
  const inner = [...lists, ...lists.map(({ then }) => asSchema(then)), asSchema(schema.items)];
  return [schema, ...inner.filter((each) => Object.keys(each).length > 0).flatMap(listAllBranches)];
}

function completeKeys({ properties }: Schema) {
  return Object.entries(asSchema(properties)).map(([label, given]) => {
    const inner = asSchema(given);
    const hasMembers = inner.properties !== undefined || typeof inner.additionalProperties === 'object';
    return { label, type: 'property', apply: hasMembers ? `${label}:` : `${label}: `, info: describeKey(inner) };
  });
}

function completeValues({ enum: words, type }: Schema) {
  const values: readonly unknown[] = Array.isArray(words) ? words : type === 'boolean' ? [true, false] : [];
  return values.map((value) => ({ label: String(value), type: 'enum' }));
}

function describeKey({ description, default: usual }: Schema = {}): string {
  const words = typeof description === 'string' ? serverHelp(description) : '';
  return usual === undefined ? words : `${words} ${t('Default: {value}.', { value: JSON.stringify(usual) })}`.trim();
}
