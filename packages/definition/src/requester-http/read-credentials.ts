import { isData, isTrue, type Data, toText, parseObject } from '@ticketgate/sdk';
import { declareMessages, type Message, type Unchanged } from '@ticketgate/sdk/schema';

import { member, textRecord } from '../yaml/read-record.js';

/** Why the credentials of a requester cannot be sent; `path` is relative to the transport's Config. */
interface CredentialsProblem {
  readonly path: readonly string[];
  readonly sentence: Message;
}

const say = declareMessages({
  'invoker-credentials.advice': `Write AuthType: BasicAuth with BasicAuthUser and BasicAuthPassword, JWT or OAuth2Token, or send credentials in a header.`,
  'invoker-credentials.no-map': `Authentication is not a map. {advice}`,
  'invoker-credentials.no-type': `Authentication has no AuthType. {advice}`,
  'invoker-credentials.kerberos': `Kerberos is not supported. {advice}`,
  'invoker-credentials.type': `AuthType is "{type}", which is not supported. {advice}`,
  'invoker-credentials.basic': `AuthType BasicAuth needs {missing}. Add it.`,
  'invoker-credentials.host': `{address} has a user without a password. Write both, or remove the part before "@".`,
  'invoker-credentials.pair': `{present} needs {missing}. Add it.`,
  'invoker-credentials.no-configuration': `OAuth2Token needs OAuth2TokenConfigName. Write the name of an entry of requester.tokens.`,
  'invoker-credentials.no-key': `JWT needs JWTAuthKeyFilePath. Write the path of the key.`,
  'invoker-credentials.algorithm': `JWTAuthAlgorithm is "{algorithm}". Write one of {algorithms}.`,
  'invoker-credentials.lifetime': `JWTAuthTTL is "{lifetime}". Write seconds, for example {usual}.`,
  'invoker-credentials.claims': `{key} cannot be read. Write names and values as a=1;b=2.`,
});

/** The first reason why the credentials in a requester's Config cannot be sent; undefined if they can, or there are none. */
export function credentialsProblem(config: Data, address: 'Host' | 'Endpoint'): CredentialsProblem | undefined {
  return (
    authenticationProblem(config.Authentication) ??
    hostProblem(config, address) ??
    pairProblem(config, PROXY) ??
    pairProblem(config, CLIENT_CERTIFICATE)
  );
}

const ADVICE = { advice: say('invoker-credentials.advice') };

function authenticationProblem(authentication: unknown): CredentialsProblem | undefined {
  if (!isTrue(authentication)) return undefined;
  const path = ['Authentication'];
  if (!isData(authentication)) return { path, sentence: say('invoker-credentials.no-map', ADVICE) };
  const { AuthType: type = '', ...others } = textRecord(authentication);
  if (type === 'JWT') return jwtProblem(others, authentication);
  if (type !== '') return typeProblem(type, others);
  const isEmpty = Object.values(others).every((text) => text === '');
  return isEmpty ? undefined : { path, sentence: say('invoker-credentials.no-type', ADVICE) };
}

function typeProblem(type: string, others: Readonly<Record<string, string>>): CredentialsProblem | undefined {
  if (type === 'OAuth2Token') {
    const isNamed = (others.OAuth2TokenConfigName ?? '') !== '';
    return isNamed ? undefined : problemAt('OAuth2TokenConfigName', say('invoker-credentials.no-configuration'));
  }
  if (type === 'Kerberos') return problemAt('AuthType', say('invoker-credentials.kerberos', ADVICE));
  if (type !== 'BasicAuth') return problemAt('AuthType', say('invoker-credentials.type', { type, ...ADVICE }));
  const missing = ['BasicAuthUser', 'BasicAuthPassword'].find((key) => (others[key] ?? '') === '');
  return missing === undefined ? undefined : problemAt('AuthType', say('invoker-credentials.basic', { missing }));
}

/** `https://user@host`: neither the family nor browsers send a user without a password. */
function hostProblem(config: Data, address: string): CredentialsProblem | undefined {
  const [, user] = /^(?:https?:\/\/)?([^/@]*)@/i.exec(textRecord(config)[address] ?? '') ?? [];
  if (user === undefined || /^[^:]*:/.test(user)) return undefined;
  return { path: [address], sentence: say('invoker-credentials.host', { address }) };
}

/** Two keys that are sent together. */
interface Pair {
  readonly section: string;
  readonly switch: string;
  readonly keys: readonly [string, string];
}

const PROXY: Pair = { section: 'Proxy', switch: 'UseProxy', keys: ['ProxyUser', 'ProxyPassword'] };
const CLIENT_CERTIFICATE: Pair = { section: 'SSL', switch: 'UseSSL', keys: ['SSLCertificate', 'SSLKey'] };

function pairProblem(config: Data, { section, switch: isUsed, keys }: Pair): CredentialsProblem | undefined {
  const options = textRecord(member(config, section));
  if (options[isUsed] !== 'Yes' || options.ProxyExclude === 'Yes') return undefined;
  const missing = keys.filter((key) => (options[key] ?? '') === '');
  if (missing.length !== 1) return undefined;
  const present = keys.find((key) => !missing.includes(key)) ?? '';
  return { path: [section, present], sentence: say('invoker-credentials.pair', { present, missing: missing.join() }) };
}

/** Algorithms that sign a JWT (RFC 7518, RFC 8037). */
const ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'HS256', 'HS384', 'HS512', 'EdDSA'],
];
/** Seconds that a token is valid. */
const USUAL_LIFETIME = '3600';

/** The token in the header Authorization: issued by an authorization server, or signed by us. */
export type RequesterToken = Unchanged<NonNullable<ReturnType<typeof readToken>>>;
export type JwtToken = Extract<RequesterToken, { kind: 'jwt' }>;

/** Reads `Authentication` with AuthType JWT or OAuth2Token; undefined for other types. Paths are as written. */
export function readToken(value: unknown) {
  const options = textRecord(value);
  const type = options.AuthType ?? '';
  // The name refers to `requester.tokens` of the configuration.
  if (type === 'OAuth2Token') return { kind: 'oauth2', configuration: options.OAuth2TokenConfigName ?? '' } as const;
  if (type !== 'JWT') return undefined;
  const text = (key: string) => options[key] ?? '';
  return {
    kind: 'jwt',
    algorithm: text('JWTAuthAlgorithm'),
    keyFile: text('JWTAuthKeyFilePath'),
    keyPassword: text('JWTAuthKeyFilePassword'),
    certificateFile: text('JWTAuthCertificateFilePath'),
    /** Seconds. */
    lifetime: Number(text('JWTAuthTTL') === '' ? USUAL_LIFETIME : text('JWTAuthTTL')),
    payload: claimsIn(value, 'JWTAuthPayload') ?? {},
    header: claimsIn(value, 'JWTAuthAdditionalHeaderData') ?? {},
  } as const;
}

function problemAt(key: string, sentence: Message): CredentialsProblem {
  return { path: ['Authentication', key], sentence };
}

function jwtProblem(options: Readonly<Record<string, string>>, value: Data): CredentialsProblem | undefined {
  const { JWTAuthKeyFilePath = '', JWTAuthAlgorithm: algorithm = '', JWTAuthTTL: lifetime = '' } = options;
  if (JWTAuthKeyFilePath === '') return problemAt('JWTAuthKeyFilePath', say('invoker-credentials.no-key'));
  const algorithms = ALGORITHMS.join(', ');
  if (!ALGORITHMS.includes(algorithm))
    return problemAt('JWTAuthAlgorithm', say('invoker-credentials.algorithm', { algorithm, algorithms }));
  if (lifetime !== '' && !(Number(lifetime) > 0))
    return problemAt('JWTAuthTTL', say('invoker-credentials.lifetime', { lifetime, usual: USUAL_LIFETIME }));
  const key = ['JWTAuthPayload', 'JWTAuthAdditionalHeaderData'].find((each) => claimsIn(value, each) === undefined);
  return key === undefined ? undefined : problemAt(key, say('invoker-credentials.claims', { key }));
}

/** Claims as a map, a JSON object, or `name=value;name=value`; undefined for anything else. */
function claimsIn(authentication: unknown, key: string): Data | undefined {
  const value = member(authentication, key);
  if (isData(value)) return value;
  const text = toText(value).trim();
  return text.startsWith('{') ? parseObject(text) : pairs(text);
}

function pairs(text: string): Data | undefined {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  const entries = parts.map((part) => /^([^=]+)=(.*)$/s.exec(part.trim()));
  if (entries.includes(null)) return undefined;
  return Object.fromEntries(entries.map((entry) => [entry?.[1]?.trim() ?? '', entry?.[2]?.trim() ?? '']));
}
