import { hostname } from 'node:os';
import { sha256, type DefinitionFolderState, type FolderPlace } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

import type { DefinitionFile } from './definition-files.js';

/** The state that one machine compares its files with. */
export interface FolderView extends FolderPlace {
  /** Digests that this machine had here when it last looked; undefined: it never did. */
  readonly last: DefinitionFolderState['files'] | undefined;
  /** Services whose file, as it is now, was applied before. */
  readonly applied: ReadonlySet<string>;
  /** The folders of other live machines. */
  readonly others: readonly DefinitionFolderState[];
}

/** A folder of definition files on this machine. */
export function folderPlace(folder: string, machine = hostname()): FolderPlace {
  return { machine, folder };
}

export async function readFolderView(
  { services: { folders } }: Pick<System, 'services'>,
  place: FolderPlace,
  files: readonly DefinitionFile[],
): Promise<FolderView> {
  const [last, applied, live] = await Promise.all([
    folders.lastOf(place),
    folders.applied(digestsOf(files)),
    folders.live(),
  ]);
  return { ...place, last, applied, others: live.filter((each) => !isSame(each, place)) };
}

export function digestsOf(files: readonly DefinitionFile[]): DefinitionFolderState['files'] {
  return Object.fromEntries(files.map(({ name, text }) => [name, sha256(text)]));
}

/** By name of the service: how the folders of machines that serve now differ. */
export function describeDifferences(folders: readonly DefinitionFolderState[]): ReadonlyMap<string, string> {
  const names = new Set(folders.flatMap(({ files }) => Object.keys(files)));
  return new Map(
    [...names].sort().flatMap((name) => {
      const difference = describeDifference(name, folders);
      return difference === undefined ? [] : [[name, difference] as const];
    }),
  );
}

function describeDifference(name: string, folders: readonly DefinitionFolderState[]): string | undefined {
  const holders = folders.filter(({ files }) => files[name] !== undefined);
  const absent = folders.filter(({ files }) => files[name] === undefined);
  const isOneContent = new Set(holders.map(({ files }) => files[name])).size === 1;
  const parts = [
    ...(isOneContent ? [] : [`its contents differ on ${namesOf(holders)}`]),
    ...(absent.length === 0 ? [] : [`it is missing on ${namesOf(absent)}`]),
  ];
  return parts.length === 0 ? undefined : `its file is not the same on all machines: ${parts.join(', and ')}`;
}

function namesOf(folders: readonly DefinitionFolderState[]): string {
  return folders.map(({ machine, folder }) => `${machine}:${folder}`).join(' and ');
}

function isSame(one: FolderPlace, other: FolderPlace): boolean {
  return one.machine === other.machine && one.folder === other.folder;
}
