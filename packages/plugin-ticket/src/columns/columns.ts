import type { HostAnswers, InputColumns } from '@ticketgate/database/postgres';
import type { Data, JsonSchema } from '@ticketgate/sdk';

/** The types of columns as PostgreSQL names them, and as rows have them; columns with `?` may be null. */
interface Types {
  bigint: number;
  int: number;
  'int?': number | null;
  text: string;
  'text?': string | null;
  timestamp: string;
  boolean: boolean;
  'json?': readonly Data[] | null;
}

type HostDifference = keyof HostAnswers['article'];

/**
 * A member of answers: its schema, its value where that is not the column's, and when it is there: if the host has it, or if it has
 * a value. By default, always.
 */
type Member<Value, Sources> = readonly [
  schema: JsonSchema,
  value?: ((stored: Value, sources: Sources) => unknown) | undefined,
  when?: HostDifference | 'given',
];

export interface Column<Type extends keyof Types = keyof Types, Members extends object = object> {
  readonly type: Type;
  /** For example `t.queue_id`; undefined if each statement has an expression of its own. */
  readonly place: string | undefined;
  readonly members: Members;
}

/** The columns of a table by the names that rows give them: the one place for everything about a column. */
export type Columns = Readonly<Record<string, Column>>;

/** Rows of a table. */
export type RowOf<Table extends Columns> = { readonly [Name in keyof Table]: Types[Table[Name]['type']] };

type SchemaIn<Members, Name extends string> =
  Members extends Readonly<Record<Name, readonly [infer Schema, ...unknown[]]>> ? Schema : never;
type NamesIn<Members> = Members extends unknown ? keyof Members & string : never;
type SchemasOf<Table extends Columns> = {
  readonly [Name in NamesIn<Table[keyof Table]['members']>]: SchemaIn<Table[keyof Table]['members'], Name>;
};

/** Makes columns whose members are computed with the help of `Sources`. */
export function columnsWith<Sources>() {
  return <Type extends keyof Types, const Members extends Readonly<Record<string, Member<Types[Type], Sources>>>>(
    type: Type,
    place: string | undefined,
    members: Members,
  ): Column<Type, Members> => ({ type, place, members });
}

/** What a statement selects for the rows of a table. */
export function selectList(columns: Columns): string {
  return Object.entries(columns)
    .flatMap(([name, { place }]) => (place === undefined ? [] : `${place} as "${name}"`))
    .join(', ');
}

/** The columns of a statement's input that a write sets: a table, or a part of one. */
export function writtenColumns<Item, Table extends Columns>(
  columns: Table,
  toRow: (item: Item) => RowOf<Table>,
): InputColumns<Item> {
  const types = Object.values(columns).map(
    ({ type, place = '' }) => [place.slice(place.indexOf('.') + 1), type.replace('?', '')] as const,
  );
  return { types: Object.fromEntries(types), members: Object.keys(columns), toRow };
}

/** The schemas of all members that columns give to answers. */
export function collectSchemas<Table extends Columns>(columns: Table): SchemasOf<Table> {
  const schemas = flatten(columns).map(({ member, schema }) => [member, schema]);
  return Object.fromEntries(schemas) as SchemasOf<Table>; // of all its members
}

/**
 * Makes the function that presents rows. It is compiled, as Ajv compiles schemas: objects that grow member by member take twice as long
 * as a literal.
 *
 * @param host the one whose members are presented; without, those that all hosts have
 */
export function compilePresenter<Table extends Columns>(
  columns: Table,
  host?: HostAnswers['article'],
): (row: RowOf<Table>, sources: unknown) => Record<string, unknown> {
  const members = flatten(columns).filter(({ when }) => when === undefined || when === 'given' || host?.[when]);
  const [literal, given] = [new Array<string>(), new Array<string>()];
  for (const [index, { column, member, value, when }] of members.entries()) {
    const text = value === undefined ? `row.${column}` : `value${index}(row.${column}, sources)`;
    if (when === 'given')
      given.push(`const ${member} = ${text}; if (${member} !== undefined) shown.${member} = ${member};`);
    else literal.push(`${member}: ${text}`);
  }
  const present = `(row, sources) => { const shown = { ${literal.join(', ')} }; ${given.join(' ')} return shown; }`;
  const names = members.map((_, index) => `value${index}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is made of names of our tables
  const make = new Function(...names, `return ${present};`) as (
    ...values: unknown[]
  ) => ReturnType<typeof compilePresenter<Table>>;
  return make(...members.map(({ value }) => value));
}

function flatten(columns: Columns) {
  return Object.entries(columns).flatMap(([column, { members }]) =>
    Object.entries(members).map(([member, [schema, value, when]]: [string, Member<unknown, unknown>]) => {
      return { column, member, schema, value, when };
    }),
  );
}
