import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runTicketgate } from '../../../test/support/index.js';

const PRELOAD = join(import.meta.dirname, '..', 'dist', 'typescript.js');

/** What JavaScript does not have: types, an enum, a parameter property, a type that is imported like a value. */
const INDEX = `import { Level, Named } from './parts/level.js';

class Greeter implements Named {
  constructor(readonly name: string, private readonly level: Level = Level.Loud) {}
  greet(): string {
    return this.level === Level.Loud ? this.name.toUpperCase() : this.name;
  }
}

const greet = {
  type: 'Typed::' + new Greeter('greet').greet(), summary: 'Greets.', effect: 'reads', input: { type: 'object' },
  run: async () => ({}),
};

export const plugin = { name: 'typed', operations: [greet] as unknown[] };
`;

const LEVEL = `export enum Level { Quiet, Loud }
export interface Named { readonly name: string }
`;

const DEFINITION = `Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, RouteOperationMapping: { Greet: { Route: /greet, RequestMethod: [GET] } } }
  Operation: { Greet: { Type: 'Typed::GREET' } }
`;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-typescript-'));
  write('webservices/Greet.yml', DEFINITION);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function check(plugin: string): Promise<{ code: number | null; output: string }> {
  const configuration = write(
    'gateway.yml',
    `plugins: ['${plugin}']\nwebServices: { folder: webservices }\ncatalogue: { file: null }\n`,
  );
  const { code, output, log } = await runTicketgate(['check', '--config', configuration]);
  return { code, output: output + log };
}

describe('a plugin in TypeScript', () => {
  it('is loaded from node_modules, where Node itself strips no types, and finds .ts files by the names of .js files', async () => {
    write('node_modules/typed/package.json', '{ "name": "typed", "exports": "./src/index.ts" }');
    write('node_modules/typed/src/index.ts', INDEX);
    write('node_modules/typed/src/parts/level.ts', LEVEL);
    expect(await check('./node_modules/typed')).toEqual({ code: 0, output: '2 files, 0 errors, 0 warnings\n' });
  });

  it('is loaded from a file and from a folder without a package.json', async () => {
    write('bare/index.ts', INDEX);
    write('bare/parts/level.ts', LEVEL);
    expect(await Promise.all([check('./bare'), check('./bare/index.ts')])).toMatchObject([{ code: 0 }, { code: 0 }]);
  });

  it('is named in traces as its author wrote it', async () => {
    const file = write(
      'trace.ts',
      `enum Colour {\n  Red,\n}\ninterface A {}\n\n  throw new Error('why ' + Colour.Red);\n`,
    );
    const running = promisify(execFile)(process.execPath, ['--import', PRELOAD, file]);
    await expect(running).rejects.toMatchObject({ stderr: expect.stringContaining(`${file}:6:9`) as string });
  });

  it('is refused with line and column when it cannot be read', async () => {
    const file = write('wrong.ts', 'const a: number = 1;\nconst b: string = ;\nexport { a, b };\n');
    const running = promisify(execFile)(process.execPath, ['--import', PRELOAD, file]);
    await expect(running).rejects.toMatchObject({ stderr: expect.stringContaining(`${file}:2:19`) as string });
  });
});
