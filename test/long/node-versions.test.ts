import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const RUNTIME = join(import.meta.dirname, '..', '..', 'packages', 'runtime', 'dist', 'index.js');

const PLUGIN = `import { Level, Named } from './level.js';
const greet = (who: Named): never => {
  throw new Error(who.name + Level.Loud);
};
export const plugin = { name: 'typed' as const, operations: [{ run: greet }] };
`;

const SCRIPT = (plugin: string) => `
  const { loadPlugins } = await import(${JSON.stringify(RUNTIME)});
  const { plugins: [plugin] } = await loadPlugins([${JSON.stringify(plugin)}], '/');
  try { plugin.operations[0].run({ name: 'Carla' }); } catch (error) { console.log(error.stack); }
`;

/** The registry has Node itself as a package. */
describe.each(['20', '22', '24'])('on Node %s', (version) => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-node-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('a plugin in TypeScript below node_modules is loaded, and its traces have the lines of its author', async () => {
    writeFileSync(join(folder, 'package.json'), '{}');
    // The package of the binary: "node" would fetch it by an install script.
    const binary = `node-${process.platform}-${process.arch}@${version}`;
    await run('npm', ['install', binary, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
    const { stdout: found } = await run('find', [folder, '-path', '*/bin/node', '-type', 'f', '-size', '+10M']);
    const node = found.split('\n')[0] ?? '';
    const plugin = join(folder, 'node_modules', 'typed');
    mkdirSync(plugin);
    writeFileSync(join(plugin, 'package.json'), '{ "name": "typed", "main": "index.ts" }');
    writeFileSync(join(plugin, 'index.ts'), PLUGIN);
    writeFileSync(
      join(plugin, 'level.ts'),
      'export enum Level { Quiet, Loud }\nexport interface Named { name: string }\n',
    );
    writeFileSync(join(folder, 'script.mjs'), SCRIPT(plugin));
    const [{ stdout }, { stdout: running }] = await Promise.all([
      run(node, [join(folder, 'script.mjs')]),
      run(node, ['--version']),
    ]);
    expect(running).toContain(`v${version}.`);
    expect(stdout).toContain('Error: Carla1\n');
    expect(stdout).toContain(`${join(plugin, 'index.ts')}:3:9`);
  }, 180_000);
});
