import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError } from '@ticketgate/runtime';

import { invokerKind } from '../scaffold/invoker-files.js';
import { namesOf } from '../scaffold/names.js';
import { operationKind } from '../scaffold/operation-files.js';
import { packageFiles, type Kind, type Language } from '../scaffold/package-files.js';
import { printLine } from './terminal.js';

const KINDS: readonly Kind[] = [operationKind, invokerKind];

export function addNewCommands(program: Command): void {
  const group = program.command('new').description('write a package with a new operation or invoker');
  for (const kind of KINDS) {
    group
      .command(kind.name)
      .description(`write a package with an ${kind.name}, its test and its web service`)
      .argument('<type>', 'for example Custom::Hello')
      .argument('[folder]', `default: the name of the ${kind.name}; it must be empty or absent`)
      .option('--javascript', 'in JavaScript instead of TypeScript')
      .action((type, folder, { javascript }) => {
        writePackage(kind, { type, folder, language: javascript === true ? 'javascript' : 'typescript' });
      });
  }
}

interface Wanted {
  readonly type: string;
  readonly folder: string | undefined;
  readonly language: Language;
}

function writePackage(kind: Kind, { type, folder: wanted, language }: Wanted): void {
  const names = namesOf(type);
  if (names === undefined) {
    throw new ConfigurationError(
      `"${type}" is not the type of an ${kind.name}. Write two names that begin with a capital, for example Custom::Hello.`,
    );
  }
  const folder = resolve(wanted ?? names.file);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ConfigurationError(`The folder ${folder} is not empty. Name another one.`);
  }
  const shown = relative(process.cwd(), folder) || '.';
  for (const [path, text] of packageFiles(kind, names, language)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    printLine(join(shown, path));
  }
  printLine('');
  printLine(`Test it:  npm test --prefix ${shown}`);
  printLine(`Run it:   npx ticketgate serve --config ${join(shown, 'gateway.yml')}`);
}
