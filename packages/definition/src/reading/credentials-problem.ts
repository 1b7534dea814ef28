import { isData, isTrue, type Data } from '@ticketgate/sdk';

import { member, textRecord } from './read-record.js';
import { tokenProblem } from './read-token.js';

/** Why credentials of a requester cannot be made; `path` is relative to the transport's Config. */
export interface CredentialsProblem {
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
  if (type === 'JWT' || type === 'OAuth2Token') return problemOfToken(authentication);
  if (type !== '') return typeProblem(type, others);
  const isEmpty = Object.values(others).every((text) => text === '');
  return isEmpty ? undefined : { path, message: `Authentication has no AuthType. ${ADVICE}` };
}

function problemOfToken(authentication: Data): CredentialsProblem | undefined {
  const problem = tokenProblem(authentication);
  return problem && { path: ['Authentication', problem.key], message: problem.message };
}

function typeProblem(type: string, others: Readonly<Record<string, string>>): CredentialsProblem | undefined {
  const path = ['Authentication', 'AuthType'];
  if (type === 'Kerberos') return { path, message: `Kerberos is not supported. ${ADVICE}` };
  if (type !== 'BasicAuth') return { path, message: `AuthType is "${type}", which is not supported. ${ADVICE}` };
  const missing = ['BasicAuthUser', 'BasicAuthPassword'].find((key) => (others[key] ?? '') === '');
  return missing === undefined ? undefined : { path, message: `AuthType BasicAuth needs ${missing}. Add it.` };
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
