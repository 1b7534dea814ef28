import { MASK, toText, type Data } from '@ticketgate/sdk';
import type { Message } from '@ticketgate/sdk/schema';

import { partAt } from '../yaml/read-record.js';
import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import type { Rule } from '../check/rule.js';

const { error, warning, say } = declareDiagnostics({
  'secret-in-text': `Everybody who reads this definition sees the secret in {key}. Set it in the environment of the server, as TICKETGATE_SECRET_ and a name of yours, and write the name of that variable {place}.`,
  'secret-in-text.here': `here`,
  'secret-in-text.authentication': `as BasicAuthPassword of Authentication, with AuthType: BasicAuth`,
  'sign-secret': `{which} is not a key of signatures, which is {form}. Make one with "openssl rand -base64 32".`,
  'sign-secret.value': `The value of {text}`,
  'sign-secret.form': `Base64 of {shortest} to {longest} bytes, with or without whsec_ before it`,
});

const CONFIG: YamlPath = ['Requester', 'Transport', 'Config'];

const ADDRESSES: readonly YamlPath[] = [
  [...CONFIG, 'Host'],
  [...CONFIG, 'Endpoint'],
];
/** User and password before a host name. */
const CREDENTIALS = /^(?:https?:\/\/)?[^/@]*:[^/@]+@/i;

const SIGN_SECRET: YamlPath = ['Gateway', 'Requester', 'Sign', 'Secret'];

/** Paths of secrets for requests; each may be the name of a variable instead. */
const SECRETS: readonly YamlPath[] = [
  [...CONFIG, 'Authentication', 'BasicAuthPassword'],
  [...CONFIG, 'Authentication', 'JWTAuthKeyFilePassword'],
  [...CONFIG, 'Proxy', 'ProxyPassword'],
  [...CONFIG, 'SSL', 'SSLPassword'],
  SIGN_SECRET,
];

/** Environment variables that a secret may name; no others, since a definition must not read the environment. */
export const SECRET_VARIABLE = /^TICKETGATE_SECRET_\w+$/;

/** Secrets of requests that everybody can read, and signing keys that protect nothing. */
export const invokerSecrets: Rule = (input) => [...inText(input), ...signKey(input)];

/** A secret written in a definition is also in its file, its versions and its copies. */
const inText: Rule = ({ config }) => {
  const found = SECRETS.filter(
    (path) => isWritten(textAt(config, path)) && !SECRET_VARIABLE.test(textAt(config, path)),
  );
  const addresses = ADDRESSES.filter((path) => CREDENTIALS.test(textAt(config, path)));
  return [
    ...found.map((path) => inTextAt(path, say('secret-in-text.here'))),
    ...addresses.map((path) => inTextAt(path, say('secret-in-text.authentication'))),
  ];
};

const signKey: Rule = ({ config, unfitSignKeys = [] }) => {
  const text = textAt(config, SIGN_SECRET);
  const isUnfit = SECRET_VARIABLE.test(text) ? unfitSignKeys.includes(text) : parseSignKey(text) === undefined;
  if (!isWritten(text) || !isUnfit) return [];
  const which = SECRET_VARIABLE.test(text) ? say('sign-secret.value', { text }) : 'Secret';
  return [error('sign-secret', { path: SIGN_SECRET }, { which, form: SIGN_KEY_FORM })];
};

function textAt(config: Data, path: YamlPath): string {
  return toText(partAt(config, path));
}

function isWritten(text: string): boolean {
  return text !== '' && text !== MASK;
}

function inTextAt(path: YamlPath, place: Message): Finding {
  return warning('secret-in-text', { path }, { key: String(path.at(-1)), place });
}

const PREFIX = /^whsec_/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Bytes that the Standard Webhooks specification allows. */
const [SHORTEST, LONGEST] = [24, 64];

export const SIGN_KEY_FORM = say('sign-secret.form', { shortest: SHORTEST, longest: LONGEST });

/** The bytes of a signing key (https://www.standardwebhooks.com); undefined if the text has another form. */
export function parseSignKey(secret: string): Buffer | undefined {
  const text = secret.replace(PREFIX, '');
  if (!BASE64.test(text) || text.length > 2 * LONGEST) return undefined;
  const key = Buffer.from(text, 'base64');
  const isWhole = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return isWhole && key.length >= SHORTEST && key.length <= LONGEST ? key : undefined;
}
