import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly workspaces?: readonly string[];
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function read(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}

const root = read('.');
const all = (root.workspaces ?? [])
  .map((folder) => ({ folder, manifest: read(folder) }))
  .map((each) => [each.manifest.name, each] as const);
const published = all.filter(([, { manifest }]) => manifest.private !== true);

describe('the packages that npm run pack writes', () => {
  it('are those that users name', () => {
    expect(published.map(([name]) => name).sort()).toEqual([
      '@ticketgate/database',
      '@ticketgate/plugin-faq',
      '@ticketgate/plugin-ticket',
      '@ticketgate/sdk',
      '@ticketgate/testing',
      'create-ticketgate-plugin',
      'ticketgate',
    ]);
  });

  it.each(published)('%s has our version, licence and no test code', (_name, { manifest }) => {
    expect([manifest.version, manifest.license, manifest.description?.length]).toEqual([
      root.version,
      'Apache-2.0',
      expect.any(Number),
    ]);
    expect(manifest.files?.filter((name) => /^(?:test|src)\b/.test(name))).toEqual([]);
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', '!dist/**/*.tsbuildinfo']));
  });

  it.each(all)('%s needs only packages of ours in this version', (_name, { manifest }) => {
    const ours = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(([name]) =>
      name.includes('ticketgate'),
    );
    const names = all.map(([name]) => name);
    expect(ours.filter(([name, version]) => !names.includes(name) || version !== root.version)).toEqual([]);
  });

  it.each(published)('%s has a README, and nothing that publint finds', async (_name, { folder }) => {
    expect(readFileSync(join(ROOT, folder, 'README.md'), 'utf8')).toMatch(/^# \S+\n\n\S/);
    const { messages } = await publint({ pkgDir: join(ROOT, folder), pack: false });
    expect(messages).toEqual([]);
  });

  it.each(published)(
    '%s has the files that its exports and commands name, with types',
    (_name, { folder, manifest }) => {
      const targets = Object.values(manifest.exports ?? {}).flatMap((conditions) => {
        expect(conditions).toEqual(expect.objectContaining({ types: expect.stringMatching(/\.d\.ts$/) as string }));
        return Object.values(conditions);
      });
      const files = [...targets, ...Object.values(manifest.bin ?? {})];
      expect(files).not.toEqual([]);
      expect(files.filter((file) => !existsSync(join(ROOT, folder, file)))).toEqual([]);
    },
  );
});
