import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { setVersion } from '../scripts/release.mjs';

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly workspaces: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

describe('npm run release', () => {
  let folder = '';
  const text = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
  const manifest = (...path: string[]) => JSON.parse(text(...path, 'package.json')) as Manifest;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-release-'));
    const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
    const manifests = ['', ...workspaces].map((each) => join(each, 'package.json'));
    for (const file of [...manifests, 'package-lock.json', 'CHANGELOG.md']) {
      cpSync(join(ROOT, file), join(folder, file), { recursive: true });
    }
    // Right after a release there is nothing new yet.
    const changelog = join(folder, 'CHANGELOG.md');
    writeFileSync(changelog, text('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- Something new.\n'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives all packages one version, in which they need each other, also in the lock file', () => {
    setVersion(folder, '99.1.0', '2026-12-01');
    const packages = manifest().workspaces.map((each) => manifest(each));
    const needed = packages.flatMap(({ dependencies = {} }) =>
      Object.entries(dependencies).filter(([name]) => packages.some((each) => each.name === name)),
    );
    expect(new Set([manifest(), ...packages].map(({ version }) => version))).toEqual(new Set(['99.1.0']));
    expect(needed.length).toBeGreaterThan(20);
    expect(needed.filter(([, version]) => version !== '99.1.0')).toEqual([]);
    const { packages: locked } = JSON.parse(text('package-lock.json')) as { packages: Record<string, Manifest> };
    expect(manifest().workspaces.filter((each) => locked[each]?.version !== '99.1.0')).toEqual([]);
  });

  it('cuts the changelog at the version and its day', () => {
    const before = text('CHANGELOG.md');
    setVersion(folder, '99.1.0', '2026-12-01');
    expect(text('CHANGELOG.md')).toBe(before.replace('## Unreleased\n', '## Unreleased\n\n## 99.1.0 (2026-12-01)\n'));
  });

  it('refuses a version that is none or not higher, and one without changes, and writes nothing', () => {
    const before = text('CHANGELOG.md');
    expect(() => {
      setVersion(folder, 'v1', '2026-12-01');
    }).toThrow('"v1" is not a version. Write it as 0.2.0.');
    expect(() => {
      setVersion(folder, '0.0.1', '2026-12-01');
    }).toThrow('Choose a higher version than that.');
    expect(text('CHANGELOG.md')).toBe(before);
    setVersion(folder, '99.1.0', '2026-12-01');
    expect(() => {
      setVersion(folder, '99.2.0', '2026-12-02');
    }).toThrow('CHANGELOG.md has nothing below "## Unreleased".');
    expect(manifest().version).toBe('99.1.0');
  });
});
