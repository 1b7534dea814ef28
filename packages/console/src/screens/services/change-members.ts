import { isMap, parseDocument } from 'yaml';

import { asSchema, type Path } from '../../components/schema.js';
import { editText, renameKey } from './change-text.js';

type Step = (text: string) => string;

/** A definition with another map of texts and maps at a path. Members that stay are not written anew, and one with another name keeps its place. */
export function changeMembers(text: string, path: Path, wanted: Readonly<Record<string, unknown>>): string {
  // All scalars are texts then, as mappings have them.
  const node = parseDocument(text, { schema: 'failsafe' }).getIn(path, true);
  const before: unknown = isMap(node) ? node.toJSON() : undefined;
  return steps(before, wanted, path).reduce((now, step) => step(now), text);
}

function steps(before: unknown, wanted: unknown, path: Path): readonly Step[] {
  if (JSON.stringify(before) === JSON.stringify(wanted)) return [];
  if (!isMembers(before) || !isMembers(wanted)) return [setting(path, wanted)];
  const gone = Object.keys(before).filter((name) => wanted[name] === undefined);
  const added = Object.keys(wanted).filter((name) => wanted[name] !== undefined && before[name] === undefined);
  const renamed = added.slice(0, gone.length);
  const old = (name: string) => before[gone[renamed.indexOf(name)] ?? name];
  return [
    ...renamed.map((name, index) => renaming([...path, gone[index] ?? ''], name)),
    ...gone.slice(renamed.length).map((name) => setting([...path, name], undefined)),
    ...Object.keys(wanted).flatMap((name) => steps(old(name), wanted[name], [...path, name])),
  ];
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return asSchema(value) === value;
}

function setting(path: Path, value: unknown): Step {
  return (text) => editText(text, [[path, value]]);
}

function renaming(path: Path, name: string): Step {
  return (text) => renameKey({ text, document: parseDocument(text) }, path, name);
}
