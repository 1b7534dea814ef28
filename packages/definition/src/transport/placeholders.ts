import { suggest, toText } from '@ticketgate/sdk';

import { CREDENTIAL_MEMBERS } from '../gateway/credential-sources.js';
import type { MemberNames } from '../check/known-names.js';
import { member, textRecord } from '../yaml/read-record.js';
import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import {
  CONTROLLERS,
  findInvokers,
  findOperations,
  pickRequester,
  ROUTES,
  findRoutes,
} from '../check/definition-parts.js';
import type { Rule } from '../check/rule.js';

const { warning } = declareDiagnostics({
  'unknown-placeholder.route': `{owner} has no parameter "{placeholder}", so it does not see this part of the path.`,
  'unknown-placeholder.controller': `The data of "{owner}" has no "{placeholder}", so ":{placeholder}" is sent as it is.`,
});

/** Most placeholders that are compared with all names; in a file with more, the cause is not spelling. */
const MOST_COMPARED = 100;

/** Placeholders of routes and controllers without a member, if there is a similar name. */
export const placeholders: Rule = (input) => [...ofRoutes(input), ...ofControllers(input)];

const ofRoutes: Rule = (input) => {
  const operations = new Map(findOperations(input));
  return findRoutes(input)
    .flatMap(([name, { Route }]) => {
      const { Type, MappingInbound: mapping } = operations.get(name) ?? {};
      const type = toText(Type);
      const members = input.operationMembers?.get(type);
      const place = { path: [...ROUTES, name, 'Route'], owner: type, mapping, side: 'before' } as const;
      if (members === undefined) return [];
      const known = { isSure: true, names: [...members.names, ...CREDENTIAL_MEMBERS], patterns: members.patterns };
      return unknownIn(toText(Route), /:(\w+)(?=\/|$)/g, { ...place, known });
    })
    .slice(0, MOST_COMPARED)
    .flatMap(toProblem);
};

const ofControllers: Rule = (input) => {
  const controllers = pickRequester(input).InvokerControllerMapping;
  // The data of events has the same names as the input of operations.
  const usual = new Set([...(input.operationMembers?.values() ?? [])].flatMap(({ names }) => names));
  const guessed: KnownMembers = { isSure: false, names: [...usual], patterns: [] };
  return findInvokers(input)
    .flatMap(({ name, invoker: { Type, MappingOutbound: mapping } }) => {
      const declared = input.payloadMembers?.get(toText(Type));
      const known = declared === undefined ? guessed : { isSure: true, ...declared };
      const place = { path: [...CONTROLLERS, name, 'Controller'], owner: name, mapping, side: 'after' } as const;
      const written = toText(member(member(controllers, name), 'Controller'));
      return unknownIn(written, /:([^/?&:.]+)(?:\.[^/?&:]*)?(?=[/?&]|$)/g, { ...place, known });
    })
    .slice(0, MOST_COMPARED)
    .flatMap(toProblem);
};

interface KnownMembers extends MemberNames {
  /** Whether there are no other members. */
  readonly isSure: boolean;
}

interface Place {
  readonly path: YamlPath;
  /** The operation type, or the invoker. */
  readonly owner: string;
  readonly known: KnownMembers;
  readonly mapping: unknown;
  /** The side of the mapping with the placeholder. */
  readonly side: 'before' | 'after';
}

interface UnknownPlaceholder extends Place {
  readonly placeholder: string;
}

function unknownIn(text: string, pattern: RegExp, place: Place): readonly UnknownPlaceholder[] {
  const { names, patterns } = place.known;
  const isKnown = (name: string) => names.includes(name) || patterns.some((each) => new RegExp(each).test(name));
  return [...text.matchAll(pattern)]
    .map(([, placeholder = '']) => ({ ...place, placeholder }))
    .filter(({ placeholder }) => !isKnown(placeholder));
}

function toProblem({ placeholder, path, owner, known, mapping, side }: UnknownPlaceholder): readonly Finding[] {
  const { isSure, names } = mappedNames(mapping, side, known);
  if (names.includes(placeholder)) return [];
  const suggestion = suggest(placeholder, names);
  // If there may be other members, a similar name is a guess, unless only the case is wrong.
  if (suggestion === undefined || !(isSure || suggestion.toLowerCase() === placeholder.toLowerCase())) return [];
  const id = `unknown-placeholder.${side === 'before' ? 'route' : 'controller'}` as const;
  return [warning(id, { path, suggestion }, { owner, placeholder })];
}

function mappedNames(mapping: unknown, side: Place['side'], { isSure, names }: KnownMembers) {
  const config = member(mapping, 'Config');
  const template = toText(member(config, 'Template'));
  if (template !== '') return { isSure: false, names: [...names, ...(template.match(/[\w.-]+/g) ?? [])] };
  const [exact, patterns] = ['KeyMapExact', 'KeyMapRegEx'].map((key) => textRecord(member(config, key)));
  if (side === 'before') {
    const isOpen = Object.keys(patterns ?? {}).length > 0;
    return { isSure: isSure && !isOpen, names: [...names, ...Object.keys(exact ?? {})] };
  }
  const targets = [exact, patterns].flatMap((rules) => Object.values(rules ?? {}));
  return { isSure, names: [...names, ...targets, toText(member(member(config, 'KeyMapDefault'), 'MapTo'))] };
}
