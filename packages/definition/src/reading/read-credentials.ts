import { isData, isTrue, type Data, textOf } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { member, textRecord } from './read-record.js';

/** Why credentials of a requester cannot be made; `path` is relative to the transport's Config. */
interface CredentialsProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/** The first reason why the credentials that the Config of a requester has cannot be sent; undefined if they can, or there are none. */
export function credentialsProblem(
  config: Data,
  address: 'Host' | 'Endpoint' = 'Host',
): CredentialsProblem | undefined {
  return (
    authenticationProblem(config.Authentication) ??
    hostProblem(config, address) ??
    pairProblem(config, PROXY) ??
    pairProblem(config, CLIENT_CERTIFICATE)
  );
}

const ADVICE =
  'Write AuthType: BasicAuth with BasicAuthUser and BasicAuthPassword, JWT or OAuth2Token, or send credentials in a header.';

function authenticationProblem(authentication: unknown): CredentialsProblem | undefined {
  if (!isTrue(authentication)) return undefined;
  const path = ['Authentication'];
  if (!isData(authentication)) return { path, message: `Authentication is not a map. ${ADVICE}` };
  const { AuthType: type = '', ...others } = textRecord(authentication);
  if (type === 'JWT' || type === 'OAuth2Token') return tokenProblem(authentication);
  if (type !== '') return typeProblem(type, others);
  const isEmpty = Object.values(others).every((text) => text === '');
  return isEmpty ? undefined : { path, message: `Authentication has no AuthType. ${ADVICE}` };
}

function typeProblem(type: string, others: Readonly<Record<string, string>>): CredentialsProblem | undefined {
  if (type === 'Kerberos') return problemAt('AuthType', `Kerberos is not supported. ${ADVICE}`);
  if (type !== 'BasicAuth') return problemAt('AuthType', `AuthType is "${type}", which is not supported. ${ADVICE}`);
  const missing = ['BasicAuthUser', 'BasicAuthPassword'].find((key) => (others[key] ?? '') === '');
  return missing === undefined ? undefined : problemAt('AuthType', `AuthType BasicAuth needs ${missing}. Add it.`);
}

/** `https://user@host`: family and browsers send nothing for a user alone. */
function hostProblem(config: Data, address: string): CredentialsProblem | undefined {
  const [, user] = /^(?:https?:\/\/)?([^/@]*)@/i.exec(textRecord(config)[address] ?? '') ?? [];
  if (user === undefined || /^[^:]*:/.test(user)) return undefined;
  const message = `${address} has a user without a password. Write both, or remove the part before "@".`;
  return { path: [address], message };
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
  return { path: [section, present], message: `${present} needs ${missing.join()}. Add it.` };
}

/** Algorithms that sign a JWT (RFC 7518, RFC 8037). */
const ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'HS256', 'HS384', 'HS512', 'EdDSA'],
];
/** Seconds that a token is valid. */
const USUAL_LIFETIME = '3600';

/** The token in the header Authorization: one that an authorization server issues, or one that we sign. */
export type RequesterToken = Unchanged<NonNullable<ReturnType<typeof readToken>>>;
export type JwtToken = Extract<RequesterToken, { kind: 'jwt' }>;

/** Reads `Authentication` with AuthType JWT or OAuth2Token; undefined for others. Paths are as written. */
export function readToken(value: unknown) {
  const options = textRecord(value);
  const type = options.AuthType ?? '';
  // Its name in `requester.tokens` of the configuration.
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

/** Why a token of AuthType JWT or OAuth2Token cannot be made. */
function tokenProblem(value: Data): CredentialsProblem | undefined {
  const options = textRecord(value);
  if (options.AuthType === 'JWT') return jwtProblem(options, value);
  if ((options.OAuth2TokenConfigName ?? '') !== '') return undefined;
  const message = 'OAuth2Token needs OAuth2TokenConfigName. Write the name of an entry of requester.tokens.';
  return problemAt('OAuth2TokenConfigName', message);
}

function problemAt(key: string, message: string): CredentialsProblem {
  return { path: ['Authentication', key], message };
}

function jwtProblem(options: Readonly<Record<string, string>>, value: Data): CredentialsProblem | undefined {
  const { JWTAuthKeyFilePath = '', JWTAuthAlgorithm: algorithm = '', JWTAuthTTL: lifetime = '' } = options;
  if (JWTAuthKeyFilePath === '')
    return problemAt('JWTAuthKeyFilePath', 'JWT needs JWTAuthKeyFilePath. Write the path of the key.');
  if (!ALGORITHMS.includes(algorithm))
    return problemAt('JWTAuthAlgorithm', `JWTAuthAlgorithm is "${algorithm}". Write one of ${ALGORITHMS.join(', ')}.`);
  if (lifetime !== '' && !(Number(lifetime) > 0))
    return problemAt('JWTAuthTTL', `JWTAuthTTL is "${lifetime}". Write seconds, for example ${USUAL_LIFETIME}.`);
  const key = ['JWTAuthPayload', 'JWTAuthAdditionalHeaderData'].find((each) => claimsIn(value, each) === undefined);
  return key === undefined ? undefined : problemAt(key, `${key} cannot be read. Write names and values as a=1;b=2.`);
}

/** Claims: a map, an object of JSON, or `name=value;name=value`; undefined for anything else. */
function claimsIn(authentication: unknown, key: string): Data | undefined {
  const value = isData(authentication) ? authentication[key] : undefined;
  if (isData(value)) return value;
  const text = textOf(value).trim();
  return text.startsWith('{') ? jsonObject(text) : pairs(text);
}

function jsonObject(text: string): Data | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isData(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function pairs(text: string): Data | undefined {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  const entries = parts.map((part) => /^([^=]+)=(.*)$/s.exec(part.trim()));
  if (entries.includes(null)) return undefined;
  return Object.fromEntries(entries.map((entry) => [entry?.[1]?.trim() ?? '', entry?.[2]?.trim() ?? '']));
}
