import type { ServiceVersion, VersionNote } from '@ticketgate/database';
import { readSystemTime, type Directory, type Settings } from '@ticketgate/sdk';

import { loginOf, type AdminSystem } from '../admin-system.js';
import { getService } from '../services/find-service.js';

/** A version as lists show it. */
export interface ListedVersion {
  readonly id: number;
  /** Its place among those of its service, from 1. */
  readonly number: number;
  readonly time: Date;
  /** Login of the author, or the id of an agent that is gone. */
  readonly author: string;
  /** Undefined where only the family's history knows of the version. */
  readonly origin: VersionNote['origin'] | undefined;
  readonly action: string;
  readonly comment: string;
}

export interface VersionsWanted {
  readonly limit: number;
  /** Only those older than this version. */
  readonly before?: number;
}

/** The newest first, the current one at the top. */
export async function listVersions(
  system: AdminSystem,
  name: string,
  wanted: VersionsWanted,
): Promise<readonly ListedVersion[]> {
  const { id } = await getService(system, name);
  const { settings } = system.catalogue;
  const directory = await system.directory();
  const found = await system.services.versions.list(id, wanted);
  return found.map((version) => describeVersion(version, { directory, settings }));
}

export function describeVersion(
  { id, number, changeTime, changeBy, note }: ServiceVersion,
  { directory, settings }: { readonly directory: Directory; readonly settings: Settings },
): ListedVersion {
  return {
    id,
    number,
    time: readSystemTime(changeTime, settings),
    author: loginOf(directory, changeBy),
    origin: note?.origin,
    action: note?.action ?? '',
    comment: note?.comment ?? '',
  };
}
