import { isData, textOf, type Data } from '@ticketgate/sdk';
import { checkSchema } from '@ticketgate/sdk/schema';

import { member } from '../reading/read-record.js';
import { isOn } from '../reading/read-requester-http.js';
import { readToken } from '../reading/read-token.js';
import { requestRetrySchema } from '../schema/invoker-schema.js';
import { requesterTransports } from '../requester-transports.js';
import type { Finding } from '../yaml/yaml-source.js';
import { REQUESTER_CONFIG, requesterConfigOf, requesterTypeOf } from './definition-parts.js';
import { warning, type Rule, type RuleInput } from './rule.js';

/** Keys and shapes of the requester's transport and error handling. They are warnings, since the family skips what it does not know. */
export const requesterKeys: Rule = (input) => {
  const config = requesterConfigOf(input);
  const modules = member(input.config.Requester, 'ErrorHandling');
  const keys = [
    ...checkSchema(config, requesterTransports.get(requesterTypeOf(input))?.schema ?? {}, REQUESTER_CONFIG).filter(
      isNoCommand,
    ),
    ...Object.entries(isData(modules) ? modules : {}).flatMap(([name, module]) =>
      checkSchema(module, requestRetrySchema, ['Requester', 'ErrorHandling', name]),
    ),
  ].map((finding) => ({ ...finding, severity: 'warning' as const }));
  return [...keys, ...withoutEffect(config), ...hostName(config.SSL), ...tokenName(config, input)];
};

const WITHOUT_EFFECT = {
  ReuseClient: 'connections are always reused',
  Encoding: 'answers are read in the encoding that they name',
} as const;

function withoutEffect(config: Data): readonly Finding[] {
  return Object.entries(WITHOUT_EFFECT)
    .filter(([key]) => textOf(config[key]) !== '')
    .map(([key, reason]) => {
      const message = `${key} is kept and has no effect: ${reason}. Remove it.`;
      return warning({ code: 'option-not-served', message, path: [...REQUESTER_CONFIG, key], at: 'key' });
    });
}

function hostName(options: unknown): readonly Finding[] {
  const key = isOn(member(options, 'SSLNoHostnameVerification')) ? 'SSLNoHostnameVerification' : 'SSLVerifyHostname';
  if (key === 'SSLVerifyHostname' && member(options, key) !== 'No') return [];
  const path = [...REQUESTER_CONFIG, 'SSL', key];
  if (member(options, 'UseSSL') !== 'Yes') {
    const message = `${key} has no effect without UseSSL: Yes.`;
    return [warning({ code: 'option-without-effect', message, path, at: 'key' })];
  }
  const message = `${key} accepts the certificate of any other host, so whoever diverts the requests can read them. Remove it, and name the authority in SSLCAFile if the certificate is your own.`;
  return [warning({ code: 'host-name-unverified', message, path })];
}

function tokenName({ Authentication }: Data, { tokenConfigurations: known }: RuleInput): readonly Finding[] {
  const token = readToken(Authentication);
  if (token?.kind !== 'oauth2' || token.configuration === '' || known === undefined) return [];
  if (known.includes(token.configuration)) return [];
  const message = `requester.tokens of the configuration has no "${token.configuration}". Until then each call fails, and nothing is sent.`;
  const path = [...REQUESTER_CONFIG, 'Authentication', 'OAuth2TokenConfigName'];
  return [warning({ code: 'invoker-credentials', message, path })];
}

/** The rule `invoker-transport` says more about commands, and knows that their case does not matter. */
function isNoCommand({ code, path }: Finding): boolean {
  return code !== 'wrong-value' || !/^(?:Default)?Command$/.test(String(path.at(-1)));
}
