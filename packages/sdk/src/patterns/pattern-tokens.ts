/** One element of a regular expression in JavaScript's syntax: an escape, a class, the opening of a group, or a character. */
const TOKEN =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:<?[=!]|:|<[^>]*>)|\{\d+(?:,\d*)?\}|[^]/gu;

export function tokensOf(source: string): readonly string[] {
  return source.match(TOKEN) ?? [];
}
