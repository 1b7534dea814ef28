import type { Migration } from '@ticketgate/sdk';

/** The first two lines of a migration: its name and schema, and its reason. */
const HEAD = /^-- (?<name>\S+) \((?<schema>family|ticketgate)\)\n-- (?<why>.+)\n/gm;
/** A statement; texts, bodies of functions and comments may contain semicolons. */
const STATEMENT = /(?:'[^']*'|\$\$.*?\$\$|--[^\n]*|[^;])+/gs;

/**
 * Reads migrations from SQL.
 *
 * @example
 * -- shop/001-goods (family)
 * -- The shop has goods.
 * create table goods (id integer primary key);
 * create index …;
 */
export function readMigrations(text: string): readonly Migration[] {
  const heads = [...text.matchAll(HEAD)];
  return heads.map(({ index, 0: head, groups }, place) => ({
    name: groups?.name ?? '',
    why: groups?.why ?? '',
    schema: groups?.schema === 'family' ? 'family' : 'ticketgate',
    up: statements(...statementsIn(text.slice(index + head.length, heads[place + 1]?.index))),
  }));
}

function statementsIn(text: string): readonly string[] {
  const found = text.match(STATEMENT) ?? [];
  return found.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

function statements(...texts: readonly string[]): Migration['up'] {
  return async (database) => {
    for (const text of texts) await database.query(text);
  };
}
