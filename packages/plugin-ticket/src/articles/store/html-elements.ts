/**
 * Replaces tags, and a character after them if the pattern has one. After the last `>` there is no tag; looking for one from each `<`
 * would take quadratic time.
 *
 * @param pattern has `[^>]*` between the beginning and the end of a tag
 */
export function replaceTags(text: string, pattern: RegExp, replace: (tag: string) => string): string {
  const end = text.lastIndexOf('>') + 2;
  return text.slice(0, end).replaceAll(pattern, replace) + text.slice(end);
}

export interface ElementPattern {
  /** Finds the tags that begin elements, with the name as its group; `!--` for comments. */
  readonly start: RegExp;
  readonly isStart?: (tag: string) => boolean;
}

/** Replaces elements, each up to the first end of its name, by what `replace` makes of their contents. Tags without an end stay. */
export function replaceElements(
  text: string,
  { start, isStart = () => true }: ElementPattern,
  replace: (content: string) => string,
): string {
  const parts: string[] = [];
  const endless = new Set<string>();
  let done = 0;
  for (const { 0: tag, 1: name = '', index } of text.slice(0, text.lastIndexOf('>') + 1).matchAll(start)) {
    if (index < done || endless.has(name) || !isStart(tag)) continue;
    const content = index + tag.length;
    const end = findFrom(text, name === '!--' ? /-->/g : new RegExp(`</${name}>`, 'gi'), content);
    if (end === undefined) {
      endless.add(name);
      continue;
    }
    parts.push(text.slice(done, index), replace(text.slice(content, end.start)));
    done = end.end;
  }
  return parts.join('') + text.slice(done);
}

function findFrom(text: string, pattern: RegExp, from: number) {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? undefined : { start: found.index, end: pattern.lastIndex };
}
