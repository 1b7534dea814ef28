// `npm run lines`: how much code each package has, in lines without blanks, comments and imports, and in tokens of the syntax tree. What a
// build writes does not count; statements that are files of their own count on their own row.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const packages = join(import.meta.dirname, '..', 'packages');

const files = foldersOf(packages).flatMap((name) =>
  sourcesOf(join(packages, name, 'src')).map((file) => ({ name, file })),
);
const counted = files.map(({ name, file }) => ({
  name: file.endsWith('.sql') ? 'SQL' : name,
  ...(file.endsWith('.sql') ? countStatements(file) : count(file)),
}));
const names = [...new Set(counted.map(({ name }) => name))];
const rows = names
  .map((name) => ({ name, ...sum(counted.filter((each) => each.name === name)) }))
  .sort((one, other) => other.lines - one.lines);
print([...rows, { name: 'all', ...sum(rows) }]);

/** What an earlier version left behind has no sources. */
function foldersOf(folder) {
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'src')));
}

function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !readFileSync(file, 'utf8').startsWith('// Written by each build '));
}

function count(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts = source.text.split('\n');
  const lines = new Set();
  let tokens = 0;
  const visit = (node) => {
    // TSDoc is a child of the node that it describes.
    if (ts.isImportDeclaration(node) || ts.isJSDoc(node) || node.kind === ts.SyntaxKind.EndOfFileToken) return;
    const children = node.getChildren(source);
    if (children.length > 0) return children.forEach(visit);
    if (node.getEnd() === node.getStart(source)) return;
    tokens += 1;
    const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
    const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
    for (let line = first; line <= last; line += 1) if (texts[line].trim() !== '') lines.add(line);
  };
  visit(source);
  return { files: 1, lines: lines.size, tokens };
}

function countStatements(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\s*(?!--)\S/.test(line));
  return { files: 1, lines: lines.length, tokens: lines.join(' ').match(/\w+|[^\s\w]/g).length };
}

function sum(counts) {
  const total = { files: 0, lines: 0, tokens: 0 };
  for (const each of counts) for (const key of Object.keys(total)) total[key] += each[key];
  return total;
}

function print(table) {
  const cell = (text) => String(text).padStart(9);
  console.log(`${'package'.padEnd(20)}${['files', 'lines', 'tokens'].map(cell).join('')}`);
  for (const { name, files, lines, tokens } of table) {
    console.log(`${name.padEnd(20)}${[files, lines, tokens].map(cell).join('')}`);
  }
}
