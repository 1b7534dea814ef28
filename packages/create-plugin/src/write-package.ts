import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { deriveNames } from './names.js';
import { type Kind, packageFiles } from './package-files.js';

/** What a new package can be for. */
export const KINDS = {
  operation: { name: 'operation', parts: 'operations: [{{variable}}]' },
  invoker: { name: 'invoker', parts: 'operations: [], invokers: [{{variable}}]' },
} as const satisfies Readonly<Record<string, Kind>>;

/** Why nothing was written; the message says what to do. */
export class NotWritten extends Error {}

/**
 * Writes a package with a new operation or invoker, its test and its web service.
 *
 * @param type for example `Custom::Hello`
 * @returns what to tell: the files, and how to test and run them
 * @throws NotWritten for an invalid type, and for a folder that is not empty
 */
export function writePackage(kind: Kind, type: string, wanted: string): readonly string[] {
  const names = deriveNames(type);
  if (names === undefined) {
    throw new NotWritten(
      `"${type}" is not the type of an ${kind.name}. Write two names that begin with a capital, for example Custom::Hello.`,
    );
  }
  const folder = resolve(wanted);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new NotWritten(`The folder ${folder} is not empty. Name another one.`);
  }
  const shown = relative(process.cwd(), folder) || '.';
  const files = packageFiles(kind, names);
  for (const [path, text] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return [
    ...[...files.keys()].map((path) => join(shown, path)),
    '',
    `Test it:  npm test --prefix ${shown}`,
    `Run it:   npx ticketgate serve --config ${join(shown, 'gateway.yml')}`,
  ];
}
