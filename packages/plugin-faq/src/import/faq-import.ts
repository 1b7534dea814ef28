import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { createError, type CommandHost, type PluginCommand } from '@ticketgate/sdk';

import { FaqNotInstalled, isFaqInstalled } from '../faq-installation.js';
import { faqItemsSchema, type FaqItem } from './faq-item.js';
import { storeItems } from './store-items.js';

export const FaqFileWrong = createError<{ file: string; problem: string }>(
  'FAQ.FileWrong',
  ({ file, problem }) => `${file}: ${problem} Nothing was imported.`,
);

/** `ticketgate faq import`: all items of all files, or none. */
export const faqImport: PluginCommand = {
  name: 'faq import',
  summary: 'add items to the FAQ, or replace earlier versions of them, from YAML or CSV files',
  arguments: [{ name: '<files...>', description: 'lists of items (docs/operating.md)' }],
  async run(files, host) {
    if (!(await isFaqInstalled(host.database))) throw new FaqNotInstalled();
    const items = (await Promise.all(files.map((file) => readItems(file, host)))).flat();
    const stored = await storeItems(host.database, items, host.time());
    for (const { isNew, number, title } of stored) {
      host.say(`${isNew ? 'Added' : 'Replaced'} item ${number}, "${title}".`);
    }
    const added = stored.filter(({ isNew }) => isNew).length;
    host.say(`Added: ${added}, replaced: ${stored.length - added}.`);
  },
};

async function readItems(file: string, host: CommandHost): Promise<readonly FaqItem[]> {
  const text = await readFaqFile(file);
  const yaml = extname(file).toLowerCase() === '.csv' ? await convertCsv(text, file) : text;
  // Validated by the schema.
  const items = host.readYaml(yaml, { file, schema: faqItemsSchema }) as readonly FaqItem[];
  if (items.length === 0) throw new FaqFileWrong({ file, problem: 'It has no items.' });
  return items;
}

async function readFaqFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new FaqFileWrong({ file, problem: 'The file cannot be read; correct the path.' }, cause);
  }
}

/** Converts CSV to YAML with each row on its own line, so that mistakes are reported with the line of the CSV file. */
async function convertCsv(text: string, file: string): Promise<string> {
  // Loaded only for CSV.
  const { readCsv } = await import('./read-csv.js');
  try {
    const lines: (string | undefined)[] = [];
    for (const { line, cells } of readCsv(text)) lines[line - 1] = `- ${JSON.stringify(cells)}`;
    return lines.length === 0 ? '[]' : Array.from(lines, (line) => line ?? '').join('\n');
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new FaqFileWrong({ file, problem: `${cause.message}.` }, cause);
  }
}
