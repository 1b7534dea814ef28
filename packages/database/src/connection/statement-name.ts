import { createHash } from 'node:crypto';

/** Distinct statements that get a name; beyond it statements run unnamed, so that generated SQL cannot fill the server's memory. */
const NAME_LIMIT = 2_000;

const names = new Map<string, string>();

/** The name under which a statement is prepared on each connection; undefined when too many are in use already. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= NAME_LIMIT) return undefined;
  const name = createHash('sha1').update(text).digest('hex').slice(0, 20);
  names.set(text, name);
  return name;
}
