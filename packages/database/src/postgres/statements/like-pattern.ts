/** A pattern for `like`: literal parts separated by wildcards. */
export function likePattern(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[\\%_]/g, String.raw`\$&`)).join('%');
}
