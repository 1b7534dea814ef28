import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkDocument,
  DefinitionEditor,
  exportDefinition,
  importDefinition,
  parseDefinition,
} from '@ticketgate/definition';
import fc from 'fast-check';

const SHIPPED = join(import.meta.dirname, '..', '..', '..', 'config', 'webservices');

describe('the text of a definition', () => {
  it.each(readdirSync(SHIPPED))('%s is served without a remark', (name) => {
    const parsed = parseDefinition(readFileSync(join(SHIPPED, name), 'utf8'), { file: name });
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.webService?.transport.kind).toBe('rest');
  });

  it('keeps comments, order and scalars when a value is changed', () => {
    const text = `# why\nDebugger:\n  DebugThreshold: 'error' # level\nUnknown: 007\nProvider: {}\n`;
    const changed = new DefinitionEditor(text).set(['Debugger', 'TestMode'], '1').toString();
    expect(changed).toBe(
      `# why\nDebugger:\n  DebugThreshold: 'error' # level\n  TestMode: 1\nUnknown: 007\nProvider: {}\n`,
    );
  });

  it('gets the version of the system on export and loses it on import', () => {
    const exported = exportDefinition('Debugger: {}\n', { frameworkVersion: '11.0.x' });
    expect(exported).toBe('Debugger: {}\nFrameworkVersion: 11.0.x\n');
    expect(importDefinition(exported)).toBe('Debugger: {}\n');
  });

  it('never makes the parser throw, and stays byte-identical when nothing is edited', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.lorem({ mode: 'sentences' })), (text) => {
        const { diagnostics } = parseDefinition(text, { file: 'any' });
        expect(diagnostics.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true);
        expect(new DefinitionEditor(text).toString()).toBe(text);
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
