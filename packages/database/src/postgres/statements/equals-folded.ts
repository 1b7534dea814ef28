/**
 * SQL: whether a column equals a text, apart from the case of ASCII letters (`foldASCII`). The first condition is for an index on
 * `lower(column)`, whose rules depend on the database.
 */
export function equalsFolded(column: string, text: string): string {
  return `lower(${column}) = lower(${text}) and lower(${column} collate "C") = lower(${text} collate "C")`;
}
