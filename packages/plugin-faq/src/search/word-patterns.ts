/** Patterns for `like`, one per word in lower case; `*` is any text. Words of nothing but `*` say nothing and are left out. */
export function wordPatterns(what: string): readonly string[] {
  return what
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /[^*]/.test(word))
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')}%`);
}
