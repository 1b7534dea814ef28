import { isData, type Data } from '@ticketgate/sdk';

import { member } from './reading/read-record.js';
import { OPERATION_NOT_SERVED, operationAt } from './operation-not-served.js';
import { reachableNames } from './rules/definition-parts.js';
import type { Finding, YamlPath } from './yaml/yaml-source.js';

/** A version of a definition with everything that its checks found. */
export interface CheckedVersion {
  readonly config: Data;
  readonly findings: readonly Finding[];
}

/** Mistakes that keep all requests to a service from being served, or remove a limit from all of them. */
const OF_SERVICE = new Set(['transport-not-served', 'max-length', 'soap-scheme', 'soap-text-missing']);

/** Mistakes that keep the requests to one operation from being served, or let more of them through than its route says. */
const OF_OPERATION = new Set([...OPERATION_NOT_SERVED, 'request-method-ignored', 'route-shadowed', 'unknown-method']);

/** Whether it depends on the active version if a finding is an error. */
export function mayBreak({ code, severity, suggestion }: Finding): boolean {
  if (severity === 'error') return false;
  return OF_SERVICE.has(code) || OF_OPERATION.has(code) || (code === 'unknown-key' && suggestion !== undefined);
}

/**
 * The findings of a new version, with those as errors that would break what works in the served one. What was removed as a
 * whole, and what is new, is the author's decision and stays as it is.
 */
export function refuseBreakage(next: CheckedVersion, served: CheckedVersion): readonly Finding[] {
  const broken = new Set(served.findings.filter(({ code }) => OF_SERVICE.has(code)).map(({ code }) => code));
  const working = workingOperations(served);
  return next.findings.map((finding) => {
    if (!mayBreak(finding)) return finding;
    const { code, path } = finding;
    const breaks =
      (OF_SERVICE.has(code) && !broken.has(code)) ||
      (OF_OPERATION.has(code) && working.has(operationAt(path) ?? '')) ||
      (code === 'unknown-key' && isRenamed(finding, next.config, served.config));
    return breaks ? { ...finding, severity: 'error', breaks: BREAKS } : finding;
  });
}

/** Names of the operations that requests reach. */
function workingOperations({ config, findings }: CheckedVersion): ReadonlySet<string> {
  if (findings.some(({ code }) => code === 'transport-not-served')) return new Set();
  const broken = new Set(
    findings.filter(({ code }) => OF_OPERATION.has(code)).map(({ path }) => operationAt(path) ?? ''),
  );
  return new Set(reachableNames({ config, operationTypes: undefined }).filter((name) => !broken.has(name)));
}

/** Whether the misspelt key replaces a key of the active version. */
function isRenamed({ path, suggestion }: Finding, next: Data, served: Data): boolean {
  if (suggestion === undefined) return false;
  const parent = path.slice(0, -1);
  return has(served, parent, suggestion) && !has(next, parent, suggestion);
}

function has(config: Data, parent: YamlPath, key: string): boolean {
  const map = parent.reduce<unknown>((value, segment) => member(value, String(segment)), config);
  return isData(map) && Object.hasOwn(map, key);
}

const BREAKS = 'This works in the active version, so the new one does not replace it.';
