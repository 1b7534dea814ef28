import { isData, MASK, isSecretName, SECRET_WORDS } from '@ticketgate/sdk';

import type { YamlPath } from '../yaml/yaml-source.js';

/** A text without its secrets. */
export interface HiddenText {
  readonly shown: string;
  /** The secrets behind each `MASK`, in order. */
  readonly pieces: readonly string[];
}

export type HideSecrets = (text: string) => HiddenText;

/** User and password, with which an address of a host begins. */
const USER_INFO = String.raw`(?<=:\/\/)[^/?#\s]+(?=@)|^[^\s:/?#@]+:[^\s/?#@]+(?=@[^\s@]+$)`;
/** The value of a parameter with a secret name in an address; not a placeholder, which begins with a colon, and no part of a template. */
const NAME = SECRET_WORDS.map((word) =>
  Array.from(word, (letter) => `[${letter}${letter.toUpperCase()}]`).join('[^A-Za-z=?&#\\s]{0,3}'),
).join('|');
const QUERY = String.raw`(?<=[?&][^=?&#\s]{0,100}(?:${NAME})[^=?&#\s]{0,100}=)[^&#\s:'"<>{}][^&#\s'"<>{}]*`;
const IN_ADDRESS = `${USER_INFO}|${QUERY}`;
/** Shorter secrets are not searched for within texts: they could be any part of a word. */
const SHORTEST_PART = 4;
/** Maps and lists within each other; no definition comes near. */
export const DEEPEST = 100;

export class TooDeep extends Error {}

/** All texts within plain data. */
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

/** Hides texts that are one of these secrets, have a longer one in them, or have the user or a secret parameter of an address. */
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

/** The value beside such a key in mappings is the name of another key. */
const MAPPING = /^Mapping(?:In|Out)bound$/;
/** Keys below these are names chosen by the author. */
const OF_NAMES = /^(?:Operation|Invoker|RouteOperationMapping|InvokerControllerMapping)$/;

/** Whether what stands there is a secret with all that it holds. */
export function isSecretPath(path: YamlPath): boolean {
  const name = path.at(-1);
  if (typeof name !== 'string' || !isSecretName(name) || name === 'OAuth2TokenConfigName') return false;
  return !OF_NAMES.test(String(path.at(-2))) && !path.some((key) => MAPPING.test(String(key)));
}
