import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type FolderPlace, explainCause } from '@ticketgate/database';
import { errorCode } from '@ticketgate/database/postgres';
import { type DecodedText, decodeText } from '@ticketgate/definition';
import {
  type AppliedPart,
  ConfigurationError,
  createFileError,
  type LoadedConfiguration,
  type System,
} from '@ticketgate/runtime';

/** A file in `config/webservices`: its name without the ending is the name of the service. */
export interface DefinitionFile extends DecodedText {
  readonly name: string;
  readonly path: string;
}

/**
 * By name; a folder that does not exist has none.
 *
 * @throws ConfigurationError if the folder or a file cannot be read
 */
export async function readDefinitionFiles(folder: string, mostBytes: number): Promise<readonly DefinitionFile[]> {
  const paths = await listDefinitionFiles(folder);
  return Promise.all(
    paths.map(async (path) => ({ name: nameService(path), path, ...(await readDefinition(path, mostBytes)) })),
  );
}

/** The text of a file, or as much of it as shows that it is too large, which its check reports. */
async function readDefinitionFile(path: string, mostBytes: number): Promise<DecodedText> {
  // The end is inclusive, so this is one byte more than a definition may have.
  const bytes = await buffer(createReadStream(path, { end: mostBytes }));
  return bytes.length > mostBytes ? { text: bytes.toString(), problems: [] } : decodeText(bytes, path);
}

/**
 * The text of a file that somebody named.
 *
 * @throws ConfigurationError if it cannot be read
 */
export function readDefinition(path: string, mostBytes: number): Promise<DecodedText> {
  return readNamedFile(path, (named) => readDefinitionFile(named, mostBytes));
}

/**
 * A definition in a file that somebody named.
 *
 * @throws ConfigurationError, also showing what is wrong with its encoding
 */
export async function readDefinitionText(file: string, { configuration }: LoadedConfiguration): Promise<string> {
  const { text, problems } = await readDefinition(file, configuration.limits.definitionBytes);
  if (problems.length > 0) throw createFileError(problems, new Map([[file, text]]));
  return text;
}

/**
 * Reads a file that somebody named.
 *
 * @throws ConfigurationError if it cannot be read
 */
export async function readNamedFile<Content>(path: string, read: (path: string) => Promise<Content>): Promise<Content> {
  try {
    return await read(path);
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    const advice = 'Correct the path, or let the user of this process read it.';
    throw new ConfigurationError(`${path} cannot be read: ${explainCause(cause)}. ${advice}`, { cause });
  }
}

/** @throws ConfigurationError if the folder cannot be read */
export async function listDefinitionFiles(folder: string): Promise<readonly string[]> {
  const entries = await readNamedFile(folder, (path) =>
    readdir(path).catch((cause: unknown) => {
      if (errorCode(cause) === 'ENOENT') return [];
      throw cause;
    }),
  );
  // Editors leave hidden files beside the real ones.
  const names = entries.filter((name) => /\.ya?ml$/i.test(name) && !name.startsWith('.'));
  return names.sort().map((name) => join(folder, name));
}

export function nameService(path: string): string {
  return basename(path).replace(/\.ya?ml$/i, '');
}

/** A folder of definition files on this machine. */
export function folderPlace(folder: string): FolderPlace {
  return { machine: hostname(), folder };
}

/** An attached system takes nothing from files unless configured to (`docs/attached.md`). */
export function mayApply({ isAttached, configuration }: System, part: AppliedPart): boolean {
  return !isAttached || configuration.apply.includes(part);
}

/** The folder of the definition files that are applied; undefined when none are. */
export function appliedFolder(system: System): string | undefined {
  const { folder } = system.configuration.webServices;
  return folder === null || !mayApply(system, 'webServices') ? undefined : folder;
}
