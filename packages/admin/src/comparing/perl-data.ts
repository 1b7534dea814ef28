import { parseJson } from '@ticketgate/sdk';

/** What a dump of Perl consists of: texts in two kinds of quotes, `undef`, and what JSON has as well. */
const PIECE = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|=>|undef\b|[^'"=u]+|[\s\S]/g;

/** Data as Data::Dumper of Perl writes them (`$VAR1 = { … };`); undefined for other texts. */
export function readPerlData(text: string): unknown {
  const [, dump] = /^\s*\$VAR1 = (.*);\s*$/s.exec(text) ?? [];
  if (dump === undefined) return undefined;
  const json = dump.replace(PIECE, (piece, single?: string, double?: string) => {
    if (single !== undefined) return JSON.stringify(single.replace(/\\(['\\])/g, '$1'));
    if (double !== undefined) return JSON.stringify(double.replace(/\\(?:x\{([\da-f]+)\}|(.))/gis, readEscape));
    return piece === '=>' ? ':' : piece === 'undef' ? 'null' : piece;
  });
  return parseJson(json);
}

const NAMED = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', f: '\f', b: '\b', a: '\x07', e: '\x1b' }));

function readEscape(_: string, hex?: string, character = ''): string {
  return hex === undefined ? (NAMED.get(character) ?? character) : String.fromCodePoint(Number.parseInt(hex, 16));
}
