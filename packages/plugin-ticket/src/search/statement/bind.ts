/** Whether a table has an index on such columns, as PostgreSQL writes them: `btree (lower((title)::text))`. */
export type HasIndex = (table: string, columns: string) => boolean;

/**
 * Puts a value behind a placeholder and returns that with its type, for example `$3::bigint[]`. Without one, PostgreSQL takes the type of
 * what the value is compared to.
 */
export interface Bind {
  (value: unknown, type?: 'bigint' | 'bigint[]' | 'text' | 'text[]' | 'timestamp' | 'timestamp[]'): string;
  /**
   * The rows `t` are few whatever the values are, and the plan is kept: values are hidden from the planner, and other tables are asked
   * for each row (`idIn`, `existsRow`).
   */
  readonly isBounded?: boolean;
  /** Which indexes there are; without it, all. */
  readonly hasIndex?: HasIndex;
}
