import { isData, isTrue, suggest, textOf, type Data } from '@ticketgate/sdk';

import { nonEmptyMap } from '../reading/read-record.js';
import { REQUEST_NAME_SCHEMES, RESPONSE_NAME_SCHEMES, SOAP_ACTION_SCHEMES } from '../schema/soap-config-schema.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import {
  invokersOf,
  operationsOf,
  REQUESTER_CONFIG,
  requesterConfigOf,
  requesterTypeOf,
  TRANSPORT_CONFIG,
  transportConfigOf,
  transportTypeOf,
} from './definition-parts.js';
import { error, warning, type Rule, type RuleInput } from './rule.js';

/** The names of HTTP::SOAP fit together. */
export const soap: Rule = (input) => [
  ...(transportTypeOf(input) === 'HTTP::SOAP'
    ? [...nameSpace(input), ...names({ ...PROVIDER, config: transportConfigOf(input) }), ...tools(input)]
    : []),
  ...(requesterTypeOf(input) === 'HTTP::SOAP' ? names({ ...REQUESTER, config: requesterConfigOf(input) }) : []),
];

/** The Config of a transport, where it is, what words mean there that none of a key's are, and which keys schemes need. */
interface Names {
  readonly config: Data;
  readonly path: YamlPath;
  readonly effects: Readonly<Record<keyof typeof WORDS, string>>;
  readonly needs: readonly (readonly [key: string, scheme: string, text: string])[];
}

function names(input: Names): readonly Finding[] {
  return [...schemes(input), ...texts(input), ...actions(input), ...order(input)];
}

function nameSpace(input: RuleInput): readonly Finding[] {
  const onlySends = operationsOf(input).length === 0 && invokersOf(input).length > 0;
  const { NameSpace, NoNameSpace } = transportConfigOf(input);
  if (onlySends || textOf(NameSpace) !== '' || isTrue(NoNameSpace)) return [];
  const message =
    'There is no NameSpace, so no request can be answered; add it with a URI, for example urn:example:tickets.';
  const hasConfig = nonEmptyMap(transportConfigOf(input)) !== undefined;
  const path = hasConfig ? TRANSPORT_CONFIG : TRANSPORT_CONFIG.slice(0, -1);
  return [error({ code: 'soap-namespace', message, path, at: 'key' })];
}

const WORDS = {
  RequestNameScheme: REQUEST_NAME_SCHEMES,
  ResponseNameScheme: RESPONSE_NAME_SCHEMES,
  SOAPActionScheme: SOAP_ACTION_SCHEMES,
  SOAPAction: ['Yes', 'No'],
} as const;

function schemes({ config, path: place, effects }: Names): readonly Finding[] {
  return Object.entries(effects).flatMap(([key, effect]) => {
    const value = textOf(config[key]);
    const words: readonly string[] = WORDS[key as keyof typeof WORDS]; // `effects` has its keys
    if (value === '' || words.includes(value)) return [];
    const message = `${key} is "${value}", so ${effect}; write ${words.join(', ').replace(/, (?=\w+$)/, ' or ')}.`;
    return [warning({ code: 'soap-scheme', message, path: [...place, key], suggestion: suggest(value, words) })];
  });
}

const PROVIDER: Omit<Names, 'config'> = {
  path: TRANSPORT_CONFIG,
  effects: {
    RequestNameScheme: 'requests are named as with Plain',
    ResponseNameScheme: 'answers are named as with Response',
    SOAPActionScheme: 'any SOAPAction is accepted',
    SOAPAction: 'it counts as Yes',
  },
  needs: [
    ['RequestNameScheme', 'Append', 'RequestNameFreeText'],
    ['ResponseNameScheme', 'Append', 'ResponseNameFreeText'],
    ['ResponseNameScheme', 'Replace', 'ResponseNameFreeText'],
    ['SOAPActionScheme', 'FreeText', 'SOAPActionFreeText'],
    ['SOAPActionScheme', 'SeparatorOperation', 'SOAPActionSeparator'],
  ],
};

const REQUESTER: Omit<Names, 'config'> = {
  path: REQUESTER_CONFIG,
  effects: {
    ...PROVIDER.effects,
    RequestNameScheme: 'RequestNameFreeText is appended if there is one',
    SOAPActionScheme: 'an empty SOAPAction is sent',
  },
  needs: [...PROVIDER.needs, ['SOAPActionScheme', 'NameSpaceSeparatorOperation', 'SOAPActionSeparator']],
};

function texts({ config, path: place, needs }: Names): readonly Finding[] {
  return needs
    .filter(([key, scheme, text]) => textOf(config[key]) === scheme && textOf(config[text]) === '')
    .map(([key, scheme, text]) => {
      const message = `${key}: ${scheme} has no effect without ${text}; add it.`;
      return warning({ code: 'soap-text-missing', message, path: [...place, key] });
    });
}

/** Settings of the check of SOAPAction while it is off. */
function actions({ config, path: place }: Names): readonly Finding[] {
  if (textOf(config.SOAPAction) !== 'No') return [];
  return ['SOAPActionScheme', 'SOAPActionSeparator', 'SOAPActionFreeText']
    .filter((key) => textOf(config[key]) !== '')
    .map((key) => {
      const message = `${key} has no effect while SOAPAction is No; remove one of the two.`;
      return warning({ code: 'soap-action-ignored', message, path: [...place, key], at: 'key' });
    });
}

/** Tools of agents are found at a path, and a SOAP service has none. */
function tools({ config }: RuleInput): readonly Finding[] {
  if (nonEmptyMap(config.Gateway)?.MCP === undefined) return [];
  const message =
    'MCP has no effect in a service of HTTP::SOAP; add a service of HTTP::REST with the same operations for agents.';
  return [warning({ code: 'soap-mcp', message, path: ['Gateway', 'MCP'], at: 'key' })];
}

function order({ config, path: place }: Names): readonly Finding[] {
  const { Sort: list } = config;
  const broken = Array.isArray(list)
    ? list.findIndex((entry) => !isData(entry) || Object.keys(entry).length !== 1)
    : -1;
  if (broken < 0) return [];
  const message =
    'An entry of Sort is not a map with one key; write "- Name:", with a list of the same form below it if its elements have an order.';
  return [warning({ code: 'soap-sort', message, path: [...place, 'Sort', broken] })];
}
