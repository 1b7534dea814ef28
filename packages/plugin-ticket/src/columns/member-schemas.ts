import type { JsonSchema } from '@ticketgate/sdk';
import { integer, secretText, short, text } from '@ticketgate/sdk/schema/words';

/** Members of an object, by name. */
export type Members = Readonly<Record<string, JsonSchema>>;

export const TEXT = text();
export const INTEGER = integer();
export const integerOrText = short({ type: ['integer', 'string'] });
export const ID = integerOrText();
/** A number with decimals, also as a text. */
export const numberOrText = short({ type: ['number', 'string'] });

/** A time of the family, in answers. */
export const TIME = text('YYYY-MM-DD HH:MM:SS in the system time zone.');

/** 0 or 1, in any form that clients send. */
export const zeroOrOne = short({ type: ['integer', 'string', 'boolean'] });

/** Each member behind each prefix, for example `UpdateTime` and `SolutionTime`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the names in the answer come from it
export function prefixed<const Prefix extends string, const Named extends Members>(
  prefixes: readonly Prefix[],
  members: Named,
) {
  const all = prefixes.flatMap((prefix) => Object.entries(members).map(([name, each]) => [`${prefix}${name}`, each]));
  // Each name behind each prefix.
  return Object.fromEntries(all) as { readonly [Name in keyof Named & string as `${Prefix}${Name}`]: Named[Name] };
}

/** The words of a text, between which there are spaces. */
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Members that are alike; `names` are separated by spaces. */
export function each<const Names extends string, const Schema extends JsonSchema>(names: Names, schema: Schema) {
  // `Words` splits as this does.
  return Object.fromEntries(names.split(' ').map((name) => [name, schema])) as Readonly<Record<Words<Names>, Schema>>;
}

/** How agents say who they are, where an operation is for them alone or has another use for CustomerUserLogin. */
export const AGENT_CREDENTIALS = {
  SessionID: secretText('Of SessionCreate; wins over logins.'),
  UserLogin: text('Login of an agent.'),
  Password: secretText(),
} as const;

export const CREDENTIALS = { ...AGENT_CREDENTIALS, CustomerUserLogin: text('Login of a customer user.') } as const;
