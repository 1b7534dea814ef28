import { EffectiveSettings } from '../src/settings/effective-settings.js';

const definitions = [
  { name: 'Ticket::Type', default: 0, description: '' },
  { name: 'SystemID', default: 10, description: '' },
  { name: 'Names', default: ['a'], description: '' },
];

describe('the settings in force', () => {
  it('are the default, over it what the host has, over it what the files say', () => {
    const settings = new EffectiveSettings(definitions, { SystemID: 20 });
    expect(settings.get('Ticket::Type')).toBe(0);
    settings.useHost(
      new Map<string, unknown>([
        ['Ticket::Type', '1'],
        ['SystemID', '30'],
      ]),
    );
    expect([settings.flag('Ticket::Type'), settings.number('SystemID')]).toEqual([true, 20]);
    settings.useHost(new Map());
    expect(settings.flag('Ticket::Type')).toBe(false);
  });

  it('fall back to the default when a text is not a number', () => {
    const settings = new EffectiveSettings(definitions, { SystemID: 'ten' });
    expect([settings.number('SystemID'), settings.text('SystemID'), settings.text('Names')]).toEqual([
      10,
      'ten',
      '["a"]',
    ]);
  });

  it('do not guess the value of a setting that nobody declared', () => {
    expect(() => new EffectiveSettings(definitions, {}).get('Ticket::Typ')).toThrow('No package declares');
  });
});
