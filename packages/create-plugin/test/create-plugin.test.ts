import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';

import { createPlugin } from '../src/index.js';

describe('npm init ticketgate-plugin', () => {
  let folder = '';
  let told = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-create-'));
    told = '';
    for (const stream of [process.stdout, process.stderr]) {
      jest.spyOn(stream, 'write').mockImplementation((text) => {
        told += String(text);
        return true;
      });
    }
  });

  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  const toText = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');

  it('writes an operation that is named after the folder, and says how to test and run it', () => {
    expect(createPlugin([join(folder, 'say-hello')])).toBe(0);
    expect(toText('say-hello', 'say-hello.ts')).toContain("type: 'Custom::SayHello'");
    expect(toText('say-hello', 'webservices', 'SayHello.yml')).toContain("Type: 'Custom::SayHello'");
    expect(told).toMatch(/Test it: {2}npm test --prefix \S*say-hello\nRun it: {3}npx ticketgate serve --config \S+/);
  });

  it('writes an invoker with the type that it is given', () => {
    expect(createPlugin([join(folder, 'chat'), '--invoker', '--type', 'Custom::PostText'])).toBe(0);
    expect(readdirSync(join(folder, 'chat'))).toEqual(expect.arrayContaining(['post-text.ts', 'index.ts']));
    expect(toText('chat', 'webservices', 'PostText.yml')).toContain('Invoker:');
  });

  it('names what the package needs, in our version', () => {
    createPlugin([join(folder, 'say-hello')]);
    const { peerDependencies, devDependencies } = JSON.parse(toText('say-hello', 'package.json')) as Record<
      string,
      Record<string, string>
    >;
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(peerDependencies).toEqual({ '@ticketgate/sdk': `^${version}` });
    expect(devDependencies).toMatchObject({ ticketgate: `^${version}`, '@ticketgate/testing': `^${version}` });
  });

  it.each([
    ['no folder', [], /Name one folder/],
    ['an unknown option', ['hello', '--typ', 'Custom::Hello'], /Unknown option '--typ'/],
    ['a type that is none', ['hello', '--type', 'hello'], /"hello" is not the type of an operation/],
    ['a folder whose name gives no type', ['1'], /"Custom::1" is not the type of an operation/],
  ])('refuses %s and writes nothing', (_what, [name, ...words], message) => {
    expect(createPlugin([...(name === undefined ? [] : [join(folder, name)]), ...words])).toBe(2);
    expect(told).toMatch(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes nothing over what is there', () => {
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(createPlugin([folder, '--type', 'Custom::Hello'])).toBe(2);
    expect(told).toContain('is not empty. Name another one.');
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });
});
