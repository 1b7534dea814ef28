import { LARGEST_DEFINITION, parseDefinition } from '@ticketgate/definition';
import { Gateway, OperationRegistry } from '@ticketgate/gateway';
import { silentLogger } from '../support/index.js';

import type { Finding } from './finding.js';
import type { Random } from './random.js';
import { shippedDefinitions } from './services.js';
import { anyText, anyValue } from './values.js';

/** Milliseconds of processor time that checking and publishing one definition may take. */
const ALLOWED = 3000;

export interface DefinitionOutcome {
  readonly checked: number;
  readonly findings: readonly Finding[];
  /** The longest that one took, in milliseconds of processor time. */
  readonly slowest: number;
}

/** Checks and publishes definitions that are wrong in all ways. */
export function fuzzDefinitions(
  random: Random,
  { count, seconds }: { readonly count: number; readonly seconds: number },
): DefinitionOutcome {
  const texts = [...shippedDefinitions().values()];
  const gateway = idleGateway();
  const findings: Finding[] = [];
  const end = performance.now() + seconds * 1000;
  let slowest = 0;
  let checked = 0;
  for (; checked < count && performance.now() < end; checked += 1) {
    const text = mutateText(random, random.pick(texts));
    const began = process.cpuUsage();
    const fault = faultOf(gateway, text);
    const milliseconds = process.cpuUsage(began).user / 1000;
    slowest = Math.max(slowest, milliseconds);
    const slow = milliseconds > ALLOWED ? `checking it took ${Math.round(milliseconds)} ms` : undefined;
    if (fault !== undefined || slow !== undefined) findings.push({ fault: fault ?? slow ?? '', input: text });
  }
  return { checked, findings, slowest };
}

/** Neither may throw, whatever the text is. */
function faultOf(gateway: Gateway, text: string): string | undefined {
  try {
    parseDefinition(text, { file: 'fuzzed.yml', operationTypes: ['Ticket::TicketGet'] });
    gateway.publish([{ id: 1, name: 'Fuzzed', config: text, validID: 1 }]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** It publishes, and is asked nothing. */
function idleGateway(): Gateway {
  return new Gateway({
    operations: new OperationRegistry(),
    createContext: () => {
      throw new Error('No request is sent.');
    },
    inTransaction: () => Promise.reject(new Error('No request is sent.')),
    runOnce: () => Promise.reject(new Error('No request is sent.')),
    debuggerSink: { indent: 0, write: () => Promise.resolve() },
    listeners: [],
    logger: silentLogger,
    now: () => new Date(),
    limits: LIMITS,
    cookieName: '',
    remoteAddress: () => '',
  });
}

const LIMITS: ConstructorParameters<typeof Gateway>[0]['limits'] = {
  reading: {
    bodyLength: 0,
    json: { nodes: 0, keys: 0, keyLength: 0, depth: 0 },
    queryParameters: 0,
    mappingCharacters: 10_000_000,
    pace: { bytesPerSecond: 0, patience: 0 },
  },
  bodies: { total: 0, perOwner: 0 },
  timeout: undefined,
  definitionBytes: LARGEST_DEFINITION,
  debugLog: {
    queueLength: 1,
    queueBytes: 1,
    maxTextLength: 1,
    maxUnauthenticatedTextLength: 1,
    unauthenticatedFailures: 1,
  },
};

function mutateText(random: Random, text: string): string {
  const lines = text.split('\n');
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const at = random.below(lines.length);
    lines.splice(at, random.below(3), ...random.pick(CHANGES)(random, lines[at] ?? ''));
  }
  return lines.join(random.chance(0.02) ? '\r\n' : '\n');
}

const VALUES = [
  '~',
  '{}',
  '[]',
  '&a [*a]',
  '*b',
  '!!binary x',
  '!!js/function x',
  '|',
  '>-',
  "'",
  '"\\u0000"',
  '- - - -',
  '? x : y',
  '{ Type: Simple, Config: {} }',
  '1e400',
  '0x1F',
  'yes',
  '<<: *a',
  '---',
  '...',
  '%YAML 9',
  '/(a+)+b',
  '/:A/:A/:B',
  '/[',
  '/(?<x>a)',
  '/a{99999}',
  '/.*.*.*.*=',
  '(?{1})',
  '[get]',
  'HTTP::SOAP',
  'Ticket::TicketGet',
  '\t',
];

const CHANGES: readonly ((random: Random, line: string) => readonly string[])[] = [
  () => [],
  (_random, line) => [line, line],
  (random, line) => [line.replace(/:.*/, `: ${random.pick(VALUES)}`)],
  (random, line) => [
    line.replace(/[\w-]+:/, `${random.pick(['', 'x', '"', '? ', 'Type', 'Route', '__proto__', '<<'])}:`),
  ],
  (random, line) => [line.slice(0, random.below(line.length + 1))],
  (random, line) => [`${' '.repeat(random.below(6))}${line}`],
  (random, line) => [line.replace(/:.*/, () => `: ${JSON.stringify(anyValue(random))}`)],
  (random, line) => [line, `${/^ */.exec(line)?.[0] ?? ''}${anyText(random)}: ${random.pick(VALUES)}`],
];
