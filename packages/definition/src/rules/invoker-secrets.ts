import { MASK, textOf } from '@ticketgate/sdk';

import { member } from '../reading/read-record.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import { warning, type Rule } from './rule.js';

const CONFIG: YamlPath = ['Requester', 'Transport', 'Config'];

const HOST: YamlPath = [...CONFIG, 'Host'];
/** A user and a password before the name of a host. */
const CREDENTIALS = /^(?:https?:\/\/)?[^/@]*:[^/@]+@/i;

const IN_AUTHENTICATION = 'as BasicAuthPassword of Authentication, with AuthType: BasicAuth';

/** Where a definition has secrets of requests; each may be the name of a variable instead. */
const SECRETS: readonly YamlPath[] = [
  [...CONFIG, 'Authentication', 'BasicAuthPassword'],
  [...CONFIG, 'Proxy', 'ProxyPassword'],
  [...CONFIG, 'SSL', 'SSLPassword'],
  ['Gateway', 'Requester', 'Sign', 'Secret'],
];

/** Variables of the environment that a secret may name; no others, since a definition must not read the environment. */
export const SECRET_VARIABLE = /^TICKETGATE_SECRET_\w+$/;

/** Secrets in the text of a definition are in its file, its versions and its copies. */
export const invokerSecrets: Rule = ({ config }) => {
  const at = (path: YamlPath) => textOf(path.reduce<unknown>((part, key) => member(part, String(key)), config));
  const inText = SECRETS.filter((path) => !['', MASK].includes(at(path)) && !SECRET_VARIABLE.test(at(path)));
  const findings = inText.map((path) => inTextAt(path, 'here'));
  return CREDENTIALS.test(at(HOST)) ? [...findings, inTextAt(HOST, IN_AUTHENTICATION)] : findings;
};

function inTextAt(path: YamlPath, place: string): Finding {
  const message = `Everybody who reads this definition sees the secret in ${String(path.at(-1))}. Set it in the environment of the server, as TICKETGATE_SECRET_ and a name of yours, and write the name of that variable ${place}.`;
  return warning({ code: 'secret-in-text', message, path });
}
