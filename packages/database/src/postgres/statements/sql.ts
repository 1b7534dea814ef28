/** Reads a value of a statement from its input. */
export type Read<Input> = (input: Input) => unknown;

/** A fragment of a statement: texts, and between them the values. */
export interface Sql<Input> {
  readonly texts: readonly string[];
  readonly reads: readonly Read<Input>[];
}

/** A statement whose text does not depend on its input, so that it stays prepared. */
export interface Statement<Input> {
  readonly text: string;
  readonly valuesOf: (input: Input) => readonly unknown[];
}

/**
 * Writes SQL with functions in the places of values; fragments and texts can be inserted too.
 *
 * @example
 * const byNumber = statement(sql<{ number: string }>`select id from ticket where tn = ${({ number }) => number}`);
 * await database.query(byNumber.text, byNumber.valuesOf({ number: '2026112210000017' }));
 */
export function sql<Input>(
  strings: TemplateStringsArray,
  ...parts: readonly (string | Sql<Input> | Read<Input>)[]
): Sql<Input> {
  const texts = [strings[0] ?? ''];
  const reads: Read<Input>[] = [];
  const write = (text: string): void => {
    texts.push((texts.pop() ?? '') + text);
  };
  parts.forEach((part, index) => {
    if (typeof part === 'string') write(part);
    else if (typeof part === 'function') {
      reads.push(part);
      texts.push('');
    } else {
      write(part.texts[0] ?? '');
      texts.push(...part.texts.slice(1));
      reads.push(...part.reads);
    }
    write(strings[index + 1] ?? '');
  });
  return { texts, reads };
}

/** Joins fragments by commas. */
export function join<Input>(pieces: readonly Sql<Input>[]): Sql<Input> {
  const [first = sql<Input>``, ...others] = pieces;
  return others.reduce((before, piece) => sql<Input>`${before}, ${piece}`, first);
}

/** Numbers the placeholders; a function that is used several times gets one placeholder. */
export function statement<Input>({ texts, reads }: Sql<Input>): Statement<Input> {
  const distinct = [...new Set(reads)];
  const numbers = new Map(distinct.map((read, index) => [read, index + 1]));
  const placeholders = reads.map((read) => `$${numbers.get(read)}`);
  return {
    text: String.raw({ raw: texts }, ...placeholders),
    valuesOf: (input) => distinct.map((read) => read(input)),
  };
}
