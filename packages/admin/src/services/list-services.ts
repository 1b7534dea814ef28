import type { StoredService } from '@ticketgate/database';
import { hasErrors } from '@ticketgate/definition';
import { invokersOff } from '@ticketgate/runtime';

import type { TaskSystem } from '../tasks/task.js';
import { appliedFolder, folderPlace, readDefinitionFiles } from '../definition-files/definition-files.js';
import { checkFile } from '../definition-files/apply-definition-file.js';
import { compareFile, describeDrift } from '../definition-files/find-drift.js';
import { describeVersion } from '../versions/list-versions.js';
import { findLastGoodVersion } from './find-service.js';

/**
 * Web services as a server that starts now would serve them, by name, with how they differ from their files. What one of them serves
 * depends on the others, so all are read.
 */
export async function listServices(system: TaskSystem, isWanted: (name: string) => boolean = () => true) {
  const all = await system.services.list();
  const stored = all.filter(({ name }) => isWanted(name));
  const drifts = await findDrifts(system, stored, isWanted);
  const details = await readDetails(system);
  const states = (await system.states.of(all)).filter(({ name }) => isWanted(name));
  const listed = [];
  // One after the other: each takes milliseconds, and other requests are answered in between.
  for (const [place, state] of states.entries()) {
    const service = stored[place];
    const detailed = service && (await details(service, state.state === 'not servable'));
    listed.push({ ...state, drift: drifts.get(state.name), details: detailed });
  }
  const names = new Set(stored.map(({ name }) => name));
  const absent = [...drifts].flatMap(([name, drift]) => (names.has(name) ? [] : [{ ...ABSENT, name, drift }]));
  return [...listed, ...absent];
}

/** What is known of one that only a file has. */
const ABSENT = {
  id: undefined,
  state: 'absent',
  reason: undefined,
  reasonMessage: undefined,
  details: undefined,
} as const;

async function readDetails(system: TaskSystem) {
  const parts = { directory: await system.directory(), settings: system.settings };
  const newest = await system.services.versions.newest();
  const calls = await system.countWeekCalls();
  return async (service: StoredService, isBroken: boolean) => {
    const { id, config } = service;
    const version = newest.get(id);
    const described = version && describeVersion(version, parts);
    const { parts: _parts, onlyAgents: _onlyAgents, ...counts } = await system.counts.of(config);
    const good = isBroken ? await findLastGoodVersion(system, service) : undefined;
    return {
      origin: described?.origin ?? (system.isAttached ? 'host' : undefined),
      version: described,
      ...counts,
      invokersOff: counts.invokers === 0 ? undefined : invokersOff(system),
      calls: calls.reduce((sum, each) => (each.serviceID === id ? sum + each.requests : sum), 0),
      lastGoodVersion: good && describeVersion(good, parts),
    };
  };
}

const WRONG = 'its file has errors and is not applied; "ticketgate check" shows them';

/** How services differ from their files, by name; services without drift are left out. */
async function findDrifts(
  system: TaskSystem,
  services: readonly StoredService[],
  isWanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const folder = appliedFolder(system);
  if (folder === undefined) return new Map();
  const { definitionBytes: mostBytes } = system;
  const found = await readDefinitionFiles(folder, mostBytes);
  const files = new Map(found.filter(({ name }) => isWanted(name)).map((file) => [file.name, file]));
  const applied = new Map((await system.services.files.list()).map((file) => [file.serviceName, file]));
  const stored = new Map(services.map((service) => [service.name, service]));
  const operationTypes = system.operations.types();
  const place = folderPlace(folder);
  const drifts = new Map<string, string>();
  for (const name of new Set([...stored.keys(), ...files.keys()])) {
    const [file, service] = [files.get(name), stored.get(name)];
    const relation = compareFile({ text: file?.text, stored: service, applied: applied.get(name), place });
    const mayBeWrong = file !== undefined && (relation === 'new' || relation === 'different');
    const isWrong = mayBeWrong && hasErrors(await checkFile(file, service, { operationTypes, mostBytes }));
    const drift = isWrong ? WRONG : describeDrift(relation);
    if (drift !== undefined) drifts.set(name, drift);
  }
  return drifts;
}
