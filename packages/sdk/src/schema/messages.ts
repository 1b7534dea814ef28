/** A value in a sentence: a text as it is, a number as the language writes it, or a message. */
export type MessageValue = string | number | Message;

/** A sentence that can be translated. */
export interface Message {
  /** Identifies the sentence in all languages, for example `debug-level.unknown`; the part before the dot is the code. */
  readonly id: string;
  readonly values: Readonly<Record<string, MessageValue>>;
  /** The sentence in English. */
  readonly message: string;
}

/** The names of the placeholders in a sentence; braces around anything but a name are part of the text. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends '' | `${string} ${string}` ? never : Name) | NamesIn<Rest>
  : never;

/** The values for a sentence: nothing if it has no placeholders, anything if the compiler does not know it. */
export type ValuesIn<Text extends string> = string extends Text
  ? [values: Message['values']]
  : [NamesIn<Text>] extends [never]
    ? []
    : [values: Readonly<Record<NamesIn<Text>, MessageValue>>];

const declared = new Map<string, string>();

/** All English sentences by id, which other languages must translate. */
export const declaredMessages: ReadonlyMap<string, string> = declared;

/**
 * Declares sentences by id.
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
