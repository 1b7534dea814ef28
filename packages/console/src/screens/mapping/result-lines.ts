/** A result as JSON over several lines, each with the member that it belongs to. */
export interface ResultLine {
  readonly text: string;
  readonly member: string | undefined;
}

export function resultLines(result: unknown): readonly ResultLine[] {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    const text = typeof result === 'string' ? result : JSON.stringify(result, undefined, 2);
    return text.split('\n').map((line) => ({ text: line, member: undefined }));
  }
  const entries = Object.entries(result);
  const members = entries.flatMap(([member, value], index) => {
    const lines = JSON.stringify({ [member]: value as unknown }, undefined, 2)
      .split('\n')
      .slice(1, -1);
    const isLast = index === entries.length - 1;
    return lines.map((text, at) => ({ text: at === lines.length - 1 && !isLast ? `${text},` : text, member }));
  });
  return [{ text: '{', member: undefined }, ...members, { text: '}', member: undefined }];
}
