import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { ConfigurationError } from '@ticketgate/runtime';

import { operationFiles, type Language } from '../scaffold/operation-files.js';
import { operationNames } from '../scaffold/operation-names.js';
import { say } from './terminal.js';

export function addNewCommands(program: Command): void {
  const group = program.command('new').description('write the beginnings of something new');
  group
    .command('operation')
    .description('write a package with an operation, its test and its web service')
    .argument('<type>', 'for example Custom::Hello')
    .argument('[folder]', 'default: the name of the operation; it must be empty or absent')
    .option('--javascript', 'in JavaScript instead of TypeScript')
    .action((type: string, folder: string | undefined, { javascript }: { javascript?: true }) => {
      writeOperation(type, folder, javascript === true ? 'javascript' : 'typescript');
    });
}

function writeOperation(type: string, wanted: string | undefined, language: Language): void {
  const names = operationNames(type);
  if (names === undefined) {
    throw new ConfigurationError(
      `"${type}" is not the type of an operation. Write two names that begin with a capital, for example Custom::Hello.`,
    );
  }
  const folder = resolve(wanted ?? names.file);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ConfigurationError(`The folder ${folder} is not empty. Name another one.`);
  }
  const shown = relative(process.cwd(), folder) || '.';
  for (const [path, text] of operationFiles(names, language)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    say(join(shown, path));
  }
  say('');
  say(`Test it:  npm test --prefix ${shown}`);
  say(`Run it:   npx ticketgate serve --config ${join(shown, 'gateway.yml')}`);
}
