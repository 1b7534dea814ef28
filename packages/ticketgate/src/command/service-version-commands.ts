import { compareDefinitions, restoreSecrets } from '@ticketgate/definition';
import { Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError } from '@ticketgate/runtime';
import {
  type AdminSystem,
  diffTexts,
  getService,
  getVersion,
  listVersions,
  type NamedText,
  readDefinition,
} from '@ticketgate/admin';

import { formatOption } from './program-options.js';
import { readVersion, withAdmin } from './admin-context.js';
import { printLine } from './terminal.js';

/** Commands for versions and their differences. */
export function addServiceVersionCommands(service: Command): void {
  addShowCommand(service);
  addDiffCommand(service);
}

function addShowCommand(service: Command): void {
  service
    .command('show')
    .description('print the definition of a web service, or of one of its versions')
    .argument('<name>')
    .argument('[version]', 'as "service history" shows it; default: the current one', readVersion)
    .action(async (...[name, version, , command]) => {
      await withAdmin(command, async (admin) => {
        const { config } =
          version === undefined ? await getService(admin, name) : await getVersion(admin, name, version);
        process.stdout.write(config);
      });
    });
}

function addDiffCommand(service: Command): void {
  service
    .command('diff')
    .description('compare two definitions, by what they do and line by line')
    .argument('<left>', 'a web service (Helpdesk), one of its versions (Helpdesk@12), or a file (helpdesk.yml)')
    .argument('[right]', 'default: the current version; for a web service alone, it is compared with its last version')
    .addOption(new Option('--only <part>', 'meaning: without the lines; text: without the meaning').choices(PARTS))
    .addOption(formatOption())
    .action(async (...[left, right, options, command]) => {
      await withAdmin(command, async (admin) => {
        const [before, after] = await readDefinitions(admin, left, right);
        printLine(await renderComparison(before, after, options));
      });
    });
}

const PARTS = ['meaning', 'text'] as const;

interface DiffOptions {
  readonly only?: (typeof PARTS)[number];
  readonly format: string;
}

async function renderComparison(before: NamedText, after: NamedText, { only, format }: DiffOptions): Promise<string> {
  const patch = await diffTexts(before, after);
  // A file has a mask where the other side has a secret.
  const changes = compareDefinitions(fillMasks(before, after), fillMasks(after, before));
  if (format === 'json') return JSON.stringify({ changes, patch }, undefined, 2);
  const meaning = changes.length === 0 ? 'They do the same.' : changes.map(({ sentence }) => sentence).join('\n');
  const text = patch ?? 'The texts are too different to be compared line by line.';
  if (only !== undefined) return only === 'meaning' ? meaning : text.trimEnd();
  return patch === '' ? 'They are equal.' : `${meaning}\n\n${text.trimEnd()}`;
}

function fillMasks(side: NamedText, other: NamedText): string {
  return restoreSecrets(side.text, [other.text]).text;
}

/** The definitions that two words of a command line name, the older side first. */
async function readDefinitions(
  admin: AdminSystem,
  left: string,
  right: string | undefined,
): Promise<readonly [NamedText, NamedText]> {
  if (right !== undefined) return [await readNamedDefinition(admin, left), await readNamedDefinition(admin, right)];
  const versioned = VERSIONED.exec(left);
  if (versioned !== null)
    return [await readNamedDefinition(admin, left), await readNamedDefinition(admin, versioned[1] ?? '')];
  if (FILE.test(left))
    throw new ConfigurationError(`Name what ${left} is compared with: a web service, or another file.`);
  const after = await readNamedDefinition(admin, left);
  const [, previous] = await listVersions(admin, left, { limit: 2 });
  if (previous === undefined) {
    throw new ConfigurationError(`The web service "${left}" has only one version. Name what it is compared with.`);
  }
  return [await readNamedDefinition(admin, `${left}@${previous.id}`), after];
}

const VERSIONED = /^(.+)@(\d{1,15})$/;
const FILE = /\.ya?ml$/i;

async function readNamedDefinition(admin: AdminSystem, word: string): Promise<NamedText> {
  if (FILE.test(word)) return { name: word, text: (await readDefinition(word, admin.definitionBytes)).text };
  const [, name, version] = VERSIONED.exec(word) ?? [];
  const isService = version === undefined || (await admin.services.find(word)) !== undefined;
  const { config } = isService ? await getService(admin, word) : await getVersion(admin, name ?? '', Number(version));
  return { name: word, text: config };
}
