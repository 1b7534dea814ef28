/** What a sentence says of its case: a text as it is, a number as the language writes it, or a part that is a message itself. */
export type MessageValue = string | number | Message;

/** A sentence that can be said in other languages. */
export interface Message {
  /** Names the sentence in all languages, for example `debug-level.unknown`; up to the dot it is the code. */
  readonly id: string;
  readonly values: Readonly<Record<string, MessageValue>>;
  /** The sentence in English. */
  readonly message: string;
}

/** The names of the places in a sentence; braces around anything but a name belong to the sentence. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends '' | `${string} ${string}` ? never : Name) | NamesIn<Rest>
  : never;

/** The values of a sentence; nothing for one without places, and any for one that the compiler does not know. */
export type ValuesIn<Text extends string> = string extends Text
  ? [values: Message['values']]
  : [NamesIn<Text>] extends [never]
    ? []
    : [values: Readonly<Record<NamesIn<Text>, MessageValue>>];

const declared = new Map<string, string>();

/** All English sentences by id: what other languages have to say, too. */
export const declaredMessages: ReadonlyMap<string, string> = declared;

/**
 * Declares sentences by their ids.
 *
 * @example
 * const say = declareMessages({ 'base-path': `BasePath is "{path}" and {problem}.` });
 * say('base-path', { path, problem }).message;
 */
export function declareMessages<const Texts extends Readonly<Record<string, string>>>(texts: Texts) {
  for (const [id, text] of Object.entries(texts)) declared.set(id, text);
  return <Id extends keyof Texts & string>(id: Id, ...[values]: ValuesIn<Texts[Id]>): Message => ({
    id,
    values: values ?? {},
    message: fillSentence(texts[id] ?? '', values ?? {}),
  });
}

function fillSentence(text: string, values: Message['values']): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => toEnglish(values[name] ?? mark));
}

export function toEnglish(value: MessageValue): string {
  if (typeof value === 'number') return value.toLocaleString('en');
  return typeof value === 'string' ? value : value.message;
}
