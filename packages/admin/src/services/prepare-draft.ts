import type { StoredService, RouteCounts, ServiceCaller } from '@ticketgate/database';
import { offMainThread, hasErrors, type DefinitionChange } from '@ticketgate/definition';

import type { AdminSystem } from '../admin-system.js';
import { DAY } from '../tasks/schemas.js';
import { counted, showMoment } from '../tasks/words.js';
import { servedText } from './change-service.js';
import { checkText, describeDiagnostics, findSecretTexts, requireParsed } from './definition-text.js';
import { requireServiceName } from './service-errors.js';

/** A definition that is to become the next version of a service. */
export interface DraftText {
  readonly name: string;
  /** As its author wrote it: `*******` stands for a secret that is stored. */
  readonly text: string;
  /** True to publish what breaks what works in the active version. */
  readonly isForced: boolean;
}

/** The name that diagnostics give to a text without a file. */
const FILE = 'definition.yml';

/**
 * Checks a definition and compares it with the current version, or with another one. Nothing is changed.
 *
 * @returns the text with its secrets, and what its author should know before publishing it
 * @throws OperationError `Admin.DefinitionInvalid` for one that is too large, `Admin.ServiceNameInvalid`
 */
export async function prepareDraft(
  system: AdminSystem,
  { name, text: edited, isForced }: DraftText,
  before?: Pick<StoredService, 'id' | 'config'>,
) {
  await requireParsed(system, edited);
  requireServiceName(name);
  const { services, operations, allowedHosts, definitionBytes: mostBytes } = system;
  const current = await services.find(name);
  const served = isForced ? undefined : servedText(current);
  const secretsOf = await findSecretTexts(system, name, edited);
  const checked = { text: edited, file: FILE, served, secretsOf, mostBytes, allowedHosts };
  const diagnostics = await checkText(operations, checked);
  const { text } = await offMainThread('restoreSecrets', edited, secretsOf);
  const described = {
    exists: current !== undefined,
    isPublishable: !hasErrors(diagnostics),
    diagnostics: describeDiagnostics(diagnostics, edited),
    changes: current === undefined ? [] : await assessChanges(system, before ?? current, text),
  };
  return { text, described };
}

/** How a text differs from a definition of a web service in what it does, with the calls that this affects. */
export async function assessChanges(
  system: AdminSystem,
  current: Pick<StoredService, 'id' | 'config'>,
  text: string,
): Promise<readonly Impact[]> {
  const changes = await offMainThread('compare', current.config, text);
  if (changes.length === 0) return [];
  const impact = assessImpact(changes, current.id, await system.countWeekCalls());
  // Looking for them reads a week of the debug log.
  if (!changes.some(({ breaks }) => breaks)) return impact;
  const callers = await system.listWeekCallers(current.id);
  return impact.map((each) => ({ ...each, callers: callers && countAffectedCallers(each, callers) }));
}

export interface Impact extends DefinitionChange {
  /** Calls in the last 7 days of the route or the operation that changes; undefined if neither does. */
  readonly calls: number | undefined;
  /** Recorded callers of the last 7 days who may have to change something; undefined if nobody has, or too many requests are recorded. */
  readonly callers?: number | undefined;
}

/** The calls of the last 7 days that changes of a service would have affected. */
export function assessImpact(
  changes: readonly DefinitionChange[],
  serviceID: number,
  calls: readonly RouteCounts[],
): readonly Impact[] {
  const own = calls.filter((each) => each.serviceID === serviceID);
  return changes.map((change) => ({ ...change, calls: sumCalls(change, own) }));
}

function countAffectedCallers(
  { breaks, operation, lostCredentials }: Impact,
  callers: readonly ServiceCaller[],
): number | undefined {
  if (!breaks) return undefined;
  const isOfKeys = lostCredentials === 'ApiKey';
  const meets = (each: ServiceCaller) =>
    (operation === undefined || each.operation === operation) && (!isOfKeys || each.apiKey !== null);
  return new Set(callers.filter(meets).map(({ caller, apiKey }) => `${caller} ${apiKey ?? ''}`)).size;
}

/** A change in one line, with the calls of the last 7 days that it affects, or of the time since they are counted if that is shorter. */
export function describeImpact({ sentence, calls }: Impact, countedSince = ''): string {
  if (calls === undefined) return sentence;
  const isShort = Date.parse(countedSince) > Date.now() - 7 * DAY;
  const period = isShort ? `since ${showMoment(countedSince)}` : 'in the last 7 days';
  return `${sentence} (${counted(calls, 'call', 'calls')} ${period})`;
}

function sumCalls({ kind, operation, route }: DefinitionChange, calls: readonly RouteCounts[]): number | undefined {
  if (kind === 'added' || operation === undefined) return undefined;
  const meets = (each: RouteCounts) =>
    route === undefined
      ? each.operation === operation
      : each.route === route.route && (route.method === undefined || each.method === route.method);
  return calls.filter(meets).reduce((sum, { requests }) => sum + requests, 0);
}
