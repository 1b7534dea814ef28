import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, LockedPackage>>;

/** Where Node looks for a package from within another one. */
function isLocked(packages: Packages, name: string, folder: string): boolean {
  if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
  return folder !== '' && isLocked(packages, name, folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0)));
}

describe.each(['package-lock.json', 'site/package-lock.json'])('%s', (file) => {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  const { packages } = JSON.parse(text) as { readonly packages: Packages };

  it('names the binaries of all platforms, since npm 10 installs no other ones', () => {
    const missing = Object.entries(packages).flatMap(([folder, { version, optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(packages, name, folder))
        .map((name) => `${folder} ${version} lacks ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('installs nothing with our packages that reports to others', () => {
    const reporting = Object.entries(packages).filter(
      ([folder, { dev }]) => folder.includes('/@scarf/') && dev !== true,
    );
    expect(reporting).toEqual([]);
  });
});
