import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly version: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const text = readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8');
const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, LockedPackage>> };

/** Where Node looks for a package from within another one. */
function isLocked(name: string, folder: string): boolean {
  if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
  return folder !== '' && isLocked(name, folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0)));
}

describe('package-lock.json', () => {
  it('names the binaries of all platforms, since npm 10 installs no other ones', () => {
    const missing = Object.entries(packages).flatMap(([folder, { version, optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(name, folder))
        .map((name) => `${folder} ${version} lacks ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
