import type { JsonSchema } from '@ticketgate/sdk';

/** Members of an object, by name. */
export type Members = Readonly<Record<string, JsonSchema>>;

export const TEXT = { type: 'string' } as const;
export const INTEGER = { type: 'integer' } as const;
export const ID = { type: ['integer', 'string'] } as const;

export const text = (description: string) => ({ ...TEXT, description }) as const;
export const integer = (description: string) => ({ ...INTEGER, description }) as const;
export const id = (description: string) => ({ ...ID, description }) as const;

/** A time of the family, in answers. */
export const TIME = text('YYYY-MM-DD HH:MM:SS in the system time zone.');

/** 0 or 1, in any form that clients send. */
export const flag = (description: string) => ({ type: ['integer', 'string', 'boolean'], description }) as const;

/** An id of operations that only take numbers. */
export const ROW_ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

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
  SessionID: { type: 'string', secret: true, description: 'Of SessionCreate; wins over logins.' },
  UserLogin: text('Login of an agent.'),
  Password: { type: 'string', secret: true },
} as const;

export const CREDENTIALS = { ...AGENT_CREDENTIALS, CustomerUserLogin: text('Login of a customer user.') } as const;
