import { isData, MASK, type Data } from '@ticketgate/sdk';

import { OPERATIONS, TRANSPORT_CONFIG, ROUTES } from '../check/definition-parts.js';
import { readDefinitionYaml, type YamlPath, type YamlSource } from '../yaml/yaml-source.js';
import { interpretChange } from './change-words.js';
import { compareRoutes } from './compare-routes.js';
import { compareValues, type ValueChange, type ChangedPart, type DefinitionChange } from './compare-values.js';
import { findSecretValues } from './find-secrets.js';
import { hideSecrets, type HideSecrets } from './hide-secrets.js';

const ORDER: readonly ChangedPart[] = ['route', 'operation', 'credentials', 'limit', 'mapping', 'other'];

/** Two texts of 2 MB can have 500,000 changes; nobody reads more than this. */
const MOST_CHANGES = 1_000;

/**
 * The differences in what two definitions do; comments, order and layout do not count.
 * A text that is empty or not YAML counts as a definition without members. Secrets are not shown.
 * After a thousand changes, one last entry says how many more there are.
 */
export function compareDefinitions(before: string, after: string): readonly DefinitionChange[] {
  const sources = [before, after].map((text) => readDefinitionYaml(text, 'definition', Infinity));
  const [old = {}, next = {}] = sources.map(({ value }) => (isData(value) ? value : {}));
  const hide = hideSecretsIn(sources);
  const isWhole = (path: YamlPath) => path.length === OPERATIONS.length + 1 && startsWith(path, OPERATIONS);
  const [bareOld, bareNext] = [dropKeys(old, ROUTES), dropKeys(next, ROUTES)];
  const others = compareValues({ before: bareOld, after: bareNext, path: [] }, { isWhole, hide });
  const changes = [...compareRoutes(old, next, hide), ...others.map(toDefinitionChange)];
  const sorted = changes.sort((a, b) => ORDER.indexOf(a.part) - ORDER.indexOf(b.part));
  if (changes.length <= MOST_CHANGES) return sorted;
  const sentence = `and ${(sorted.length - MOST_CHANGES).toLocaleString('en')} more changes`;
  const rest = { kind: 'changed', part: 'other', operation: undefined, path: [], sentence, breaks: false } as const;
  return [...sorted.slice(0, MOST_CHANGES), rest];
}

/** A secret on one side is masked on the other side, too. */
function hideSecretsIn(sources: readonly YamlSource[]): HideSecrets {
  const values = sources.map(findSecretValues);
  if (values.includes(undefined)) return (text) => ({ shown: MASK, pieces: [text] });
  return hideSecrets(new Set(values.flatMap((each) => [...(each ?? [])])));
}

/** Drops what `compareRoutes` has compared; other keys of a route are compared like all others. */
function dropKeys(value: Data, [key, ...rest]: YamlPath): Data {
  const bare = (route: unknown) => (isData(route) ? { ...route, Route: undefined, RequestMethod: undefined } : route);
  if (key === undefined) return Object.fromEntries(Object.entries(value).map(([name, route]) => [name, bare(route)]));
  const inner = value[key];
  return isData(inner) ? { ...value, [key]: dropKeys(inner, rest) } : value;
}

function toDefinitionChange(change: ValueChange): DefinitionChange {
  const { kind, path, what } = change;
  const name = startsWith(path, OPERATIONS) ? path[OPERATIONS.length] : undefined;
  const operation = name === undefined ? undefined : String(name);
  const sentence = `${labelPath(path)} ${what}`;
  return { kind, part: classifyPath(path), operation, path, sentence, ...interpretChange(change) };
}

function labelPath(path: YamlPath): string {
  if (startsWith(path, OPERATIONS)) {
    const [operation, ...rest] = path.slice(OPERATIONS.length);
    return `operation ${String(operation)}${rest.length === 0 ? '' : `: ${rest.join('.')}`}`;
  }
  return (startsWith(path, TRANSPORT_CONFIG) ? path.slice(TRANSPORT_CONFIG.length) : path).join('.');
}

const LIMITS: readonly YamlPath[] = [
  [...TRANSPORT_CONFIG, 'MaxLength'],
  ['Gateway', 'RateLimit'],
  ['Gateway', 'Transport', 'Timeout'],
];

function classifyPath(path: YamlPath): ChangedPart {
  const isMapping = String(path[OPERATIONS.length + 1] ?? '').startsWith('Mapping');
  if (startsWith(path, OPERATIONS)) return isMapping ? 'mapping' : 'operation';
  if (startsWith(path, ['Gateway', 'Authentication'])) return 'credentials';
  return LIMITS.some((each) => startsWith(path, each)) ? 'limit' : 'other';
}

function startsWith(path: YamlPath, start: YamlPath): boolean {
  return start.every((segment, place) => path[place] === segment);
}
