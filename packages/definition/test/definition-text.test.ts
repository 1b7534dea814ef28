import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDocument, exportDefinition, parseDefinition, removeKey } from '@ticketgate/definition';
import fc from 'fast-check';

const SHIPPED = join(import.meta.dirname, '..', '..', '..', 'config', 'webservices');

describe('the text of a definition', () => {
  it.each(readdirSync(SHIPPED))('%s is served without a remark', (name) => {
    const parsed = parseDefinition(readFileSync(join(SHIPPED, name), 'utf8'), { file: name });
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.webService?.transport.kind).toBe('rest');
  });

  it('keeps comments, order and scalars when a value is changed', () => {
    const before = `# why\nDebugger:\n  DebugThreshold: 'error' # level\nUnknown: 007\n`;
    const changed = exportDefinition(`${before}FrameworkVersion: 1 # ours\nProvider: {}\n`, {
      frameworkVersion: '11.0.x',
    });
    expect(changed).toBe(`${before}FrameworkVersion: 11.0.x # ours\nProvider: {}\n`);
    const removed = removeKey(`${before}Provider: {}\n`, ['Unknown']);
    expect(removed).toBe(`# why\nDebugger:\n  DebugThreshold: 'error' # level\nProvider: {}\n`);
  });

  it('gets the version of the system on export and loses it on import', () => {
    const exported = exportDefinition('Debugger: {}\n', { frameworkVersion: '11.0.x' });
    expect(exported).toBe('Debugger: {}\nFrameworkVersion: 11.0.x\n');
    expect(removeKey(exported, ['FrameworkVersion'])).toBe('Debugger: {}\n');
  });

  it('never makes the parser throw, and stays byte-identical when there is nothing to remove', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.lorem({ mode: 'sentences' })), (text) => {
        const { diagnostics } = parseDefinition(text, { file: 'any' });
        expect(diagnostics.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true);
        expect(removeKey(text, ['No such key'])).toBe(text);
      }),
    );
  });

  it('is checked like any other file against its schema', () => {
    const schema = { type: 'object', additionalProperties: false, properties: { port: { type: 'integer' } } };
    expect(checkDocument('port: 80\n', { file: 'a', schema })).toEqual({ diagnostics: [], value: { port: 80 } });
    const { diagnostics } = checkDocument('port: x\nprot: 1\n', { file: 'a', schema });
    expect(diagnostics.map(({ line, code, suggestion }) => [line, code, suggestion])).toEqual([
      [1, 'wrong-type', undefined],
      [2, 'unknown-key', 'port'],
    ]);
  });
});
