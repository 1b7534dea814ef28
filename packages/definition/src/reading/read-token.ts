import { isData, textOf, type Data } from '@ticketgate/sdk';

import type { RequesterToken } from '../requester-definition.js';
import { textRecord } from './read-record.js';

/** Algorithms that sign a JWT (RFC 7518, RFC 8037). */
const ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'HS256', 'HS384', 'HS512', 'EdDSA'],
];
/** Seconds that a token is valid. */
const USUAL_LIFETIME = '3600';

/** Reads `Authentication` with AuthType JWT or OAuth2Token; undefined for others. */
export function readToken(value: unknown): RequesterToken | undefined {
  const options = textRecord(value);
  const type = options.AuthType ?? '';
  if (type === 'OAuth2Token') return { kind: 'oauth2', configuration: options.OAuth2TokenConfigName ?? '' };
  if (type !== 'JWT') return undefined;
  const text = (key: string) => options[key] ?? '';
  return {
    kind: 'jwt',
    algorithm: text('JWTAuthAlgorithm'),
    keyFile: text('JWTAuthKeyFilePath'),
    keyPassword: text('JWTAuthKeyFilePassword'),
    certificateFile: text('JWTAuthCertificateFilePath'),
    lifetime: Number(text('JWTAuthTTL') === '' ? USUAL_LIFETIME : text('JWTAuthTTL')),
    payload: claimsIn(value, 'JWTAuthPayload') ?? {},
    header: claimsIn(value, 'JWTAuthAdditionalHeaderData') ?? {},
  };
}

/** The key that is missing or wrong, and why. */
export interface TokenProblem {
  readonly key: string;
  readonly message: string;
}

/** Why a token of AuthType JWT or OAuth2Token cannot be made. */
export function tokenProblem(value: unknown): TokenProblem | undefined {
  const options = textRecord(value);
  if (options.AuthType === 'JWT') return jwtProblem(options, value);
  if ((options.OAuth2TokenConfigName ?? '') !== '') return undefined;
  const message = 'OAuth2Token needs OAuth2TokenConfigName. Write the name of an entry of requester.tokens.';
  return { key: 'OAuth2TokenConfigName', message };
}

function jwtProblem(options: Readonly<Record<string, string>>, value: unknown): TokenProblem | undefined {
  const { JWTAuthKeyFilePath = '', JWTAuthAlgorithm: algorithm = '', JWTAuthTTL: lifetime = '' } = options;
  if (JWTAuthKeyFilePath === '') {
    return { key: 'JWTAuthKeyFilePath', message: 'JWT needs JWTAuthKeyFilePath. Write the path of the key.' };
  }
  if (!ALGORITHMS.includes(algorithm)) {
    const message = `JWTAuthAlgorithm is "${algorithm}". Write one of ${ALGORITHMS.join(', ')}.`;
    return { key: 'JWTAuthAlgorithm', message };
  }
  if (lifetime !== '' && !(Number(lifetime) > 0)) {
    return { key: 'JWTAuthTTL', message: `JWTAuthTTL is "${lifetime}". Write seconds, for example ${USUAL_LIFETIME}.` };
  }
  const key = ['JWTAuthPayload', 'JWTAuthAdditionalHeaderData'].find((each) => claimsIn(value, each) === undefined);
  return key === undefined ? undefined : { key, message: `${key} cannot be read. Write names and values as a=1;b=2.` };
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
