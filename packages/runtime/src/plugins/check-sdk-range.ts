import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isData } from '@ticketgate/sdk';
// Semver as a whole is 46 files.
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';

import { version } from '../version.js';
import { readManifest } from './find-plugin-file.js';
import type { SourcePlace } from './plugin-problem.js';

const SDK = '@ticketgate/sdk';

/** Reports a plugin that requires another version of the SDK. Dependencies that are not ranges, such as paths, are accepted. */
export function checkSDKRange(folder: string): { message: string; place: SourcePlace } | undefined {
  const manifest = readManifest(folder);
  const ranges = [manifest.peerDependencies, manifest.dependencies].flatMap((each) =>
    isData(each) && typeof each[SDK] === 'string' ? [each[SDK]] : [],
  );
  const wrong = ranges.find((range) => validRange(range) !== null && !fits(range));
  if (wrong === undefined) return undefined;
  const message = `It is made for ${SDK} ${wrong}, and this is ${version}. Install a version of it that fits, or correct the range.`;
  return { message, place: placeOfRange(join(folder, 'package.json')) };
}

function fits(range: string): boolean {
  return satisfies(version, range, { includePrerelease: true });
}

function placeOfRange(file: string): SourcePlace {
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes(`"${SDK}"`));
  return { file, line: line + 1, column: (lines[line]?.indexOf('"') ?? 0) + 1 };
}
