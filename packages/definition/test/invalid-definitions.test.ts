import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, renderCodeFrame, renderSarif } from '@ticketgate/definition';

import { KNOWN } from './tested-names.js';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'definitions', 'invalid');
const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => name.replace('.yml', ''));

function render(name: string): string {
  const file = `${name}.yml`;
  const text = readFileSync(join(FOLDER, file), 'utf8');
  return renderCodeFrame(parseDefinition(text, { file, ...KNOWN }).diagnostics, new Map([[file, text]]));
}

describe('broken definitions', () => {
  it.each(names)('%s is reported at its line, with what to do', (name) => {
    const expected = join(FOLDER, `${name}.txt`);
    // A new fixture gets its text once; it is reviewed with the commit.
    if (!existsSync(expected) && process.env.UPDATE_FIXTURES === '1') writeFileSync(expected, render(name));
    expect(render(name)).toBe(readFileSync(expected, 'utf8'));
  });

  it('are reported to programs as data and as SARIF with the same places', () => {
    const text = readFileSync(join(FOLDER, 'operation-type-misspelt.yml'), 'utf8');
    const { diagnostics } = parseDefinition(text, { file: 'a.yml', operationTypes: KNOWN.operationTypes });
    expect(diagnostics).toMatchObject([
      {
        ...{ file: 'a.yml', line: 6, column: 13, suggestion: 'Ticket::TicketGet' },
        ...{ id: 'unknown-operation-type', scope: { of: 'operation', stops: true } },
        values: { name: 'TicketGet', type: 'Ticket::TicketGte' },
      },
    ]);
    expect(JSON.parse(renderSarif(diagnostics))).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          results: [
            {
              ruleId: 'unknown-operation-type',
              level: 'warning',
              locations: [
                { physicalLocation: { artifactLocation: { uri: 'a.yml' }, region: { startLine: 6, startColumn: 13 } } },
              ],
            },
          ],
        },
      ],
    });
  });

  it('are not served while they have errors, and are with warnings', () => {
    const parse = (name: string) => parseDefinition(readFileSync(join(FOLDER, `${name}.yml`), 'utf8'), { file: name });
    expect(parse('debug-level-unknown').webService).toBeUndefined();
    expect(parse('gateway-key-misspelt').webService).toBeUndefined();
    expect(parse('max-length-no-number').webService?.transport).toMatchObject({ rest: { maxLength: undefined } });
  });
});
