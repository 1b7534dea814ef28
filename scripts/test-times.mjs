import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const FILE = join(root, 'node_modules', '.cache', 'ticketgate', 'test-seconds.json');
/** What a file of tests takes on two cores, on average; those that start servers take ten times as long as the others. */
const SECONDS_PER_FILE = 2;
/** What one takes that `npm test` leaves out. */
const SECONDS_PER_LONG_FILE = 150;
const LONG = /^test\/(?:(?:faults\/)?long|docs-pages)\//;

/** One sentence on how long these tests will take: as last time, or by their number. */
export function estimateTests(words) {
  const last = readTimes()[words.join(' ')];
  if (last !== undefined) return `Running the tests takes ${describe(last)}, as it did last time.`;
  const files = findFiles(words);
  const seconds = files.reduce((sum, file) => sum + (LONG.test(file) ? SECONDS_PER_LONG_FILE : SECONDS_PER_FILE), 0);
  return `Running ${files.length} ${files.length === 1 ? 'file' : 'files'} of tests takes ${describe(seconds)}.`;
}

export function rememberTests(words, seconds) {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...readTimes(), [words.join(' ')]: Math.round(seconds) }));
}

function readTimes() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}

/** As jest finds them: all, or those whose path has one of the words. */
function findFiles(words) {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'test'));
  const isLong = words.includes('--long');
  const files = ['test', ...packages].flatMap((folder) => list(folder)).filter((path) => isLong || !LONG.test(path));
  const named = files.filter((path) => words.some((word) => !word.startsWith('-') && path.includes(word)));
  return named.length > 0 ? named : files;
}

function list(folder) {
  try {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.test.ts')).map((name) => join(folder, name));
  } catch {
    // Not every package has tests.
    return [];
  }
}

function describe(seconds) {
  return seconds < 90 ? `about ${Math.max(1, Math.round(seconds))} s` : `about ${Math.round(seconds / 60)} minutes`;
}
