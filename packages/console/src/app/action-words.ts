/** Subjects of changes, and what became of them, by the beginning of what the audit log has; `{value}` stands for the rest. */
export type ActionWords = Readonly<Record<'subjects' | 'deeds', Readonly<Record<string, string>>>>;

/** Puts a change into another language, as far as its subject and what became of it are known. */
export function translateAction(action: string, { subjects, deeds }: ActionWords): string {
  const [subject, rest] = takeKnown(action, subjects);
  const [deed, value] = takeKnown(rest, deeds);
  const words = deed.includes('{value}') ? [subject, deed.replace('{value}', () => value)] : [subject, deed, value];
  return words.filter((word) => word !== '').join(' ');
}

/** The translation of the longest known beginning, such as "agent password", not "agent", and the rest. */
function takeKnown(text: string, known: ActionWords['deeds']): readonly [string, string] {
  const names = Object.keys(known).filter((name) => `${text} `.startsWith(`${name} `));
  const name = names.toSorted((one, other) => other.length - one.length)[0] ?? '';
  return [known[name] ?? '', text.slice(name.length).trimStart()];
}
