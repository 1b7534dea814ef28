import { isData, isTrue, suggest, toText, type Data } from '@ticketgate/sdk';
import type { Message } from '@ticketgate/sdk/schema';

import { nonEmptyMap } from '../yaml/read-record.js';
import { REQUEST_NAME_SCHEMES, RESPONSE_NAME_SCHEMES, SOAP_ACTION_SCHEMES } from './soap-config-schema.js';
import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import {
  findInvokers,
  findOperations,
  REQUESTER_CONFIG,
  pickRequester,
  nameRequester,
  TRANSPORT_CONFIG,
  pickTransport,
  nameTransport,
} from '../check/definition-parts.js';
import type { Rule, RuleInput } from '../check/rule.js';

const { error, warning, say } = declareDiagnostics(
  {
    'soap-namespace': `There is no NameSpace, so no request can be answered; add it with a URI, for example urn:example:tickets.`,
    'soap-scheme': `{key} is "{value}", so {effect}; write {words}.`,
    'soap-scheme.plain': `requests are named as with Plain`,
    'soap-scheme.response': `answers are named as with Response`,
    'soap-scheme.any-action': `any SOAPAction is accepted`,
    'soap-scheme.yes': `it counts as Yes`,
    'soap-scheme.append': `RequestNameFreeText is appended if there is one`,
    'soap-scheme.empty-action': `an empty SOAPAction is sent`,
    'soap-scheme.words': `{words} or {last}`,
    'soap-text-missing': `{key}: {scheme} has no effect without {text}; add it.`,
    'soap-action-ignored': `{key} has no effect while SOAPAction is No; remove one of the two.`,
    'soap-mcp': `MCP has no effect in a service of HTTP::SOAP; add a service of HTTP::REST with the same operations for agents.`,
    'soap-sort': `An entry of Sort is not a map with one key; write "- Name:", with a list of the same form below it if its elements have an order.`,
  },
  {
    'soap-namespace': { of: 'service', stops: true },
    'soap-scheme': { of: 'service', stops: false },
    'soap-text-missing': { of: 'service', stops: false },
  },
);

export const soap: Rule = (input) => [
  ...(nameTransport(input) === 'HTTP::SOAP'
    ? [...nameSpace(input), ...checkSoapNames({ ...PROVIDER, config: pickTransport(input) }), ...tools(input)]
    : []),
  ...(nameRequester(input) === 'HTTP::SOAP' ? checkSoapNames({ ...REQUESTER, config: pickRequester(input) }) : []),
];

/** The Config of a transport, its path, the meaning of words that a key does not list, and the keys that schemes need. */
interface Names {
  readonly config: Data;
  readonly path: YamlPath;
  readonly effects: Readonly<Record<keyof typeof WORDS, Message>>;
  readonly needs: readonly (readonly [key: string, scheme: string, text: string])[];
}

function checkSoapNames(input: Names): readonly Finding[] {
  return [...schemes(input), ...checkFreeTexts(input), ...actions(input), ...order(input)];
}

function nameSpace(input: RuleInput): readonly Finding[] {
  const onlySends = findOperations(input).length === 0 && findInvokers(input).length > 0;
  const { NameSpace, NoNameSpace } = pickTransport(input);
  if (onlySends || toText(NameSpace) !== '' || isTrue(NoNameSpace)) return [];
  const hasConfig = nonEmptyMap(pickTransport(input)) !== undefined;
  const path = hasConfig ? TRANSPORT_CONFIG : TRANSPORT_CONFIG.slice(0, -1);
  return [error('soap-namespace', { path, at: 'key' })];
}

const WORDS = {
  RequestNameScheme: REQUEST_NAME_SCHEMES,
  ResponseNameScheme: RESPONSE_NAME_SCHEMES,
  SOAPActionScheme: SOAP_ACTION_SCHEMES,
  SOAPAction: ['Yes', 'No'],
} as const;

function schemes({ config, path: place, effects }: Names): readonly Finding[] {
  return Object.entries(effects).flatMap(([key, effect]) => {
    const value = toText(config[key]);
    const words: readonly string[] = WORDS[key as keyof typeof WORDS]; // a cast: `effects` has the same keys
    if (value === '' || words.includes(value)) return [];
    const either = say('soap-scheme.words', { words: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' });
    const spot = { path: [...place, key], suggestion: suggest(value, words) };
    return [warning('soap-scheme', spot, { key, value, effect, words: either })];
  });
}

const PROVIDER: Omit<Names, 'config'> = {
  path: TRANSPORT_CONFIG,
  effects: {
    RequestNameScheme: say('soap-scheme.plain'),
    ResponseNameScheme: say('soap-scheme.response'),
    SOAPActionScheme: say('soap-scheme.any-action'),
    SOAPAction: say('soap-scheme.yes'),
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
    RequestNameScheme: say('soap-scheme.append'),
    SOAPActionScheme: say('soap-scheme.empty-action'),
  },
  needs: [...PROVIDER.needs, ['SOAPActionScheme', 'NameSpaceSeparatorOperation', 'SOAPActionSeparator']],
};

function checkFreeTexts({ config, path: place, needs }: Names): readonly Finding[] {
  return needs
    .filter(([key, scheme, text]) => toText(config[key]) === scheme && toText(config[text]) === '')
    .map(([key, scheme, text]) => warning('soap-text-missing', { path: [...place, key] }, { key, scheme, text }));
}

/** Settings for the check of SOAPAction that have no effect because it is off. */
function actions({ config, path: place }: Names): readonly Finding[] {
  if (toText(config.SOAPAction) !== 'No') return [];
  return ['SOAPActionScheme', 'SOAPActionSeparator', 'SOAPActionFreeText']
    .filter((key) => toText(config[key]) !== '')
    .map((key) => warning('soap-action-ignored', { path: [...place, key], at: 'key' }, { key }));
}

/** AI agents find their tools at a path below the service, which a SOAP service does not have. */
function tools({ config }: RuleInput): readonly Finding[] {
  if (nonEmptyMap(config.Gateway)?.MCP === undefined) return [];
  return [warning('soap-mcp', { path: ['Gateway', 'MCP'], at: 'key' })];
}

function order({ config, path: place }: Names): readonly Finding[] {
  const { Sort: list } = config;
  const broken = Array.isArray(list)
    ? list.findIndex((entry) => !isData(entry) || Object.keys(entry).length !== 1)
    : -1;
  if (broken < 0) return [];
  return [warning('soap-sort', { path: [...place, 'Sort', broken] })];
}
