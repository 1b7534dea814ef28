import { isData, MASK, isSecretName, SECRET_WORDS } from '@ticketgate/sdk';

import type { YamlPath } from '../yaml/yaml-source.js';

export interface HiddenText {
  readonly shown: string;
  /** The secrets behind each `MASK`, in order. */
  readonly pieces: readonly string[];
}

export type HideSecrets = (text: string) => HiddenText;

/** User and password at the beginning of a host's address. */
const USER_INFO = String.raw`(?<=:\/\/)[^/?#\s]+(?=@)|^[^\s:/?#@]+:[^\s/?#@]+(?=@[^\s@]+$)`;
/** The value of a parameter with a secret name in an address; not a placeholder, which begins with a colon, nor part of a template. */
const NAME = SECRET_WORDS.map((word) =>
  Array.from(word, (letter) => `[${letter}${letter.toUpperCase()}]`).join('[^A-Za-z=?&#\\s]{0,3}'),
).join('|');
const QUERY = String.raw`(?<=[?&][^=?&#\s]{0,100}(?:${NAME})[^=?&#\s]{0,100}=)[^&#\s:'"<>{}][^&#\s'"<>{}]*`;
const IN_ADDRESS = `${USER_INFO}|${QUERY}`;
/** Shorter secrets are not searched for within texts: they could be part of any word. */
const SHORTEST_PART = 4;
/** Levels of nested maps and lists; no definition comes near. */
export const DEEPEST = 100;

export class TooDeep extends Error {}

export function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (depth > DEEPEST) throw new TooDeep();
  const inner = Array.isArray(value) ? value : isData(value) ? Object.values(value) : [];
  return inner.flatMap((each) => textsIn(each, depth + 1));
}

/** The secrets in addresses within a text: user with password, the password alone, and values of parameters with secret names. */
export function addressSecretsIn(text: string): readonly string[] {
  const users = (text.match(new RegExp(USER_INFO, 'g')) ?? []).flatMap((user) => {
    const password = user.slice(user.indexOf(':') + 1);
    return [user, password].filter((each) => each !== '');
  });
  return [...users, ...(text.match(new RegExp(QUERY, 'g')) ?? [])];
}

/** Hides texts that equal one of these secrets, contain a longer one, or contain user info or a secret parameter of an address. */
export function hideSecrets(secrets: ReadonlySet<string>): HideSecrets {
  const parts = [...secrets].filter(({ length }) => length >= SHORTEST_PART);
  const written = parts
    .sort((a, b) => b.length - a.length)
    .map((each) => each.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
  const pattern = new RegExp([IN_ADDRESS, ...written].join('|'), 'g');
  return (text) => {
    if (secrets.has(text)) return { shown: MASK, pieces: [text] };
    const pieces: string[] = [];
    const shown = text.replace(pattern, (piece) => {
      pieces.push(piece);
      return MASK;
    });
    return { shown, pieces };
  };
}

/** In mappings, the value of a secret-looking key is the name of another key. */
const MAPPING = /^Mapping(?:In|Out)bound$/;
/** The keys below these are names that the author chose. */
const OF_NAMES = /^(?:Operation|Invoker|RouteOperationMapping|InvokerControllerMapping)$/;

/** Whether everything at a path is secret. */
export function isSecretPath(path: YamlPath): boolean {
  const name = path.at(-1);
  if (typeof name !== 'string' || !isSecretName(name) || name === 'OAuth2TokenConfigName') return false;
  return !OF_NAMES.test(String(path.at(-2))) && !path.some((key) => MAPPING.test(String(key)));
}
