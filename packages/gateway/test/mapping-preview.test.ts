import { loadWebService } from '@ticketgate/definition';

import { previewMapping } from '../src/mapping/preview-mapping.js';

const CONFIG = {
  keyMapExact: { Nummer: 'TicketNumber', Num: 'TicketNumber' },
  keyMapRegEx: { 'X-.*': 'Extra' },
  keyMapDefault: { mapType: 'Keep' },
  valueMap: { State: { exact: { offen: 'open' }, regEx: { 'zu.*': 'closed' } } },
  valueMapDefault: { mapType: 'Keep' },
} as const;

describe('the preview of a mapping', () => {
  it('says which rule did what to each member', async () => {
    const data = { Num: '1', Nummer: '2', State: 'zugemacht', 'X-a': [1], 'X-b': [2], Queue: 'Raw' };
    const { result, members } = await previewMapping({ kind: 'simple', config: CONFIG }, data);
    expect(result).toEqual({ TicketNumber: '2', State: 'closed', Extra: [1], Queue: 'Raw' });
    const shown = members.map(({ from, to, fate, keyRule, valueRule }) =>
      [from, to, fate, keyRule?.join('.'), valueRule?.join('.')].join(' '),
    );
    expect(shown).toEqual([
      'Num  dropped KeyMapExact.Num ValueMapDefault',
      'Nummer TicketNumber changed KeyMapExact.Nummer ValueMapDefault',
      'Queue Queue kept KeyMapDefault ValueMapDefault',
      'State State changed KeyMapDefault ValueMap.State.ValueMapRegEx.zu.*',
      'X-a Extra changed KeyMapRegEx.X-.* ',
      'X-b  dropped KeyMapRegEx.X-.* ',
    ]);
  });

  it('compares names where there are no rules for members', async () => {
    const { members } = await previewMapping({ kind: 'test', option: 'ToUpper' }, { a: 'x', b: 1 });
    expect(members).toEqual([
      { from: 'a', to: 'a', fate: 'changed', keyRule: null, valueRule: ['TestOption'] },
      { from: 'b', to: 'b', fate: 'kept', keyRule: null, valueRule: null },
    ]);
  });

  it('names patterns that do not compile, also where the data reaches none', async () => {
    const valueMap = { State: { exact: {}, regEx: { '[a': 'b' } } };
    const config = { ...CONFIG, keyMapRegEx: { 'X-(': 'Extra', 'Y.*': 'Other' }, valueMap };
    const { error, patterns } = await previewMapping({ kind: 'simple', config }, { Num: '1' });
    expect(error).toBeNull();
    expect(patterns.map(({ rule }) => rule)).toEqual([
      ['KeyMapRegEx', 'X-('],
      ['ValueMap', 'State', 'ValueMapRegEx', '[a'],
    ]);
    expect(patterns.every(({ problem }) => problem !== '')).toBe(true);
  });

  it('says why a mapping is broken, also for other languages', async () => {
    const inbound = '{ Type: Simple, Config: { KeyMapExact: { A: B } } }';
    const { webService } = loadWebService(
      `Provider: { Operation: { Get: { Type: A::B, MappingInbound: ${inbound} } } }\nDebugger: { DebugThreshold: error }\n`,
    );
    const broken = webService?.operations.get('Get')?.inbound ?? { kind: 'none' };
    const { error, errorMessage } = await previewMapping(broken, { A: 1 });
    expect(error).toBe("The mapping needs KeyMapDefault; write for example { MapType: Keep, MapTo: '' }.");
    expect(errorMessage).toMatchObject({
      id: 'mapping-rule.default',
      values: { key: 'KeyMapDefault' },
      message: error,
    });
  });
});
