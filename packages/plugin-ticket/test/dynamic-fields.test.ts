import type { Catalogue, DynamicField } from '../src/catalogue/catalogue.js';
import type { FieldValue } from '../src/dynamic-fields/field-config.js';
import {
  dynamicFieldHistoryName,
  planRepeatedWrites,
  planDynamicFieldWrites,
} from '../src/dynamic-fields/plan-writes.js';
import { findFieldType } from '../src/dynamic-fields/types/field-types.js';
import { operatorCondition } from '../src/search/conditions/dynamic-field-criteria.js';
import { createDynamicFieldValues } from '../src/dynamic-fields/read-values.js';
import type { Condition } from '../src/search/statement/condition.js';

const moment = { now: new Date('2026-11-21T12:00:00Z'), zone: 'UTC' };

function field(fieldType: string, config: Readonly<Record<string, unknown>> = {}, name = 'Field'): DynamicField {
  return { id: name.length, name, isValid: true, label: name, fieldOrder: 1, fieldType, objectType: 'Ticket', config };
}

const colours = { PossibleValues: { red: 'Red', blue: 'Blue', '0': 'None' } };
const code = { RegExList: [{ Value: '^[A-Z]{3}-\\d+$', ErrorMessage: 'Code must look like ABC-123' }] };
const multi = { MultiValue: 1 };
const refused = 'DynamicField->Value parameter is invalid!';

describe('checking a value', () => {
  it.each<[string, Readonly<Record<string, unknown>>, unknown, string | undefined]>([
    ['Text', {}, 'x', undefined],
    ['Text', {}, 42, undefined],
    ['Text', {}, ['a', 'b'], undefined],
    ['Text', {}, [{ a: 1 }], refused],
    ['Text', code, 'ABC-12', undefined],
    ['Text', code, 'ABC-12\n', undefined],
    ['Text', code, '', undefined],
    ['Text', code, 'abc', refused],
    ['Text', { RegExList: [{ Value: '(?i)^abc\\z' }] }, 'ABC', undefined],
    ['Text', { RegExList: [{ Value: '^[[:alpha:]_\\-]+$' }] }, 'a_-', undefined],
    // JavaScript's own engine would not come back from this one.
    ['Text', { RegExList: [{ Value: '^(\\w+\\s?)+$' }] }, `${'a'.repeat(60)}!`, refused],
    ['Text', { RegExList: [{ Value: '^(\\w+\\s?)+$' }] }, 'several words\n', undefined],
    ['Text', { ...multi, ...code }, ['ABC-1', 'DEF-2'], undefined],
    ['Text', { ...multi, ...code }, ['ABC-1', 'x'], refused],
    ['Text', multi, 'solo', refused],
    ['TextArea', {}, 'a\nb', undefined],
    ['RichText', {}, '<p>a</p>', undefined],
    ['ProcessID', {}, 'Process-1', undefined],
    ['ActivityID', {}, 'Activity-1', undefined],
    ['Dropdown', colours, 'red', undefined],
    ['Dropdown', colours, '0', undefined],
    ['Dropdown', colours, 0, undefined],
    ['Dropdown', colours, '', undefined],
    ['Dropdown', colours, 'Red', refused],
    ['Dropdown', colours, 'constructor', refused],
    ['Dropdown', colours, ['red'], refused],
    ['Dropdown', { ...colours, ...multi }, ['red', 'blue'], undefined],
    ['Dropdown', { ...colours, ...multi }, 'red', refused],
    ['Multiselect', colours, 'red', undefined],
    ['Multiselect', colours, ['red', 'blue'], undefined],
    ['Multiselect', colours, [], undefined],
    ['Multiselect', colours, ['red', 'pink'], refused],
    ['Checkbox', {}, 0, undefined],
    ['Checkbox', {}, '1', undefined],
    ['Checkbox', {}, '', undefined],
    ['Checkbox', {}, 2, refused],
    ['Checkbox', {}, 'on', refused],
    ['Date', {}, '2026-12-24', undefined],
    ['Date', {}, '2026-12-24 00:00:00', undefined],
    ['Date', {}, '', undefined],
    ['Date', {}, '2026-12-24 12:00:00', refused],
    ['Date', {}, '2026-02-30', refused],
    ['Date', {}, 'tomorrow', refused],
    ['Date', { DateRestriction: 'DisablePastDates' }, '2026-11-20', refused],
    ['Date', { DateRestriction: 'DisablePastDates' }, '2026-11-21', undefined],
    ['Date', { DateRestriction: 'DisableFutureDates' }, '2026-11-22', refused],
    ['DateTime', {}, '2026-12-24 18:30:00', undefined],
    ['DateTime', {}, '2026-12-24', refused],
    ['DateTime', {}, '2026-12-24T18:30:00Z', refused],
    ['DateTime', {}, '2026-12-24 8:30:00', refused],
    ['DateTime', { DateRestriction: 'DisableFutureDates' }, '2026-11-21 12:00:01', refused],
    ['Date', multi, ['2026-12-24', '2026-12-25'], undefined],
    ['ScriptTemplateToolkit', {}, 'ignored', undefined],
    [
      'Agent',
      {},
      5,
      'DynamicField->Value parameter is invalid! Fields of type Agent can be read here, but not written; leave Field out.',
    ],
    [
      'Set',
      {},
      [{ A: 1 }],
      'DynamicField->Value parameter is invalid! Fields of type Set can be read here, but not written; leave Field out.',
    ],
    [
      'Text',
      { RegExList: [{ Value: '(?R)' }] },
      'x',
      "DynamicField->Value parameter is invalid! The pattern (?R) of field Field cannot be used here; write it without Perl's own syntax.",
    ],
  ])('%s %j takes %j: %s', (...[type, config, value, expected]) => {
    const problem = findFieldType({ fieldType: type }).check(value, field(type, config), moment);
    expect(problem === undefined ? undefined : `DynamicField->Value ${problem}`).toBe(expected);
  });
});

describe('searching for a value', () => {
  const toText = (condition: Condition | undefined) => {
    let count = 0;
    return condition?.((_value, type) => `$${(count += 1)}::${type ?? ''}`);
  };
  const text =
    '(left(lower(v.value_text), 150) = any(array[left(lower($1::text), 150)]) and lower(v.value_text) = any(array[lower($2::text)]))';
  const key = '(left(v.value_text, 150) = any(array[left($1::text, 150)]) and v.value_text = any(array[$2::text]))';
  const isText = "v.value_text <> ''";
  const isNumber = 'v.value_int is not null';
  const isDate = 'v.value_date is not null';

  it.each<[type: string, value: string, equals: string, filled: string | undefined]>([
    ['TextArea', 'Red', text, isText],
    ['ScriptPerl', 'Red', text, isText],
    ['OfSomePackage', 'Red', text, isText],
    ['Dropdown', 'Red', key, isText],
    ['Multiselect', 'Red', key, isText],
    ['Database', 'Red', key, undefined],
    ['Checkbox', '1', 'v.value_int = any($1::bigint[])', isNumber],
    ['Checkbox', '2', 'false', isNumber],
    ['Agent', '-5', 'v.value_int = any($1::bigint[])', isNumber],
    ['Ticket', 'five', 'false', isNumber],
    ['Date', '2026-12-24 23:59:59', 'v.value_date = any($1::timestamp[])', isDate],
    ['Date', '2026-12-24 12:00:00', 'false', isDate],
    ['DateTime', '2026-12-24 12:00:00', 'v.value_date = any($1::timestamp[])', isDate],
    ['DateTime', '2026-02-30 12:00:00', 'false', isDate],
    ['DateTime', '0000-01-01 00:00:00', 'false', isDate],
    ['Set', 'Red', 'false', undefined],
  ])('%s = %s', (...[fieldType, value, equals, filled]) => {
    const { search } = findFieldType({ fieldType });
    expect([toText(operatorCondition({ fieldType }, 'Equals', [value])), search.filled]).toEqual([equals, filled]);
  });

  it.each<[type: string, value: string, greater: string, like: string | undefined]>([
    [
      'Text',
      'Red',
      'lower(v.value_text) > any(array[lower($1::text)])',
      'lower(v.value_text) = any(array[lower($1::text)])',
    ],
    ['Dropdown', 'Red', 'v.value_text > any($1::text[])', 'lower(v.value_text) = any(array[lower($1::text)])'],
    ['Database', 'Red', 'v.value_text > any($1::text[])', 'lower(v.value_text) = any(array[lower($1::text)])'],
    ['Agent', '5', 'v.value_int > any($1::bigint[])', 'lower(v.value_int::text) = any(array[lower($1::text)])'],
    ['Checkbox', '1', 'false', undefined],
    ['Date', '2026-12-24', 'v.value_date > any($1::timestamp[])', undefined],
    ['Set', 'Red', 'false', undefined],
  ])('%s > %s, and Like', (...[fieldType, value, greater, like]) => {
    const { search } = findFieldType({ fieldType });
    expect([toText(operatorCondition({ fieldType }, 'GreaterThan', [value])), toText(search.like?.(['Red']))]).toEqual([
      greater,
      like,
    ]);
  });
});

describe('planning writes', () => {
  const text = field('Text', {}, 'Ref');
  const plan = (subject: DynamicField, value: unknown, old: FieldValue = null) => {
    return planDynamicFieldWrites([{ field: subject, value }], () => old);
  };

  it.each<[string, DynamicField, unknown, FieldValue, readonly string[], string]>([
    ['sets', text, 'new', null, ['new'], '%%FieldName%%Ref%%Value%%new%%OldValue%%'],
    ['replaces', text, 42, 'old', ['42'], '%%FieldName%%Ref%%Value%%42%%OldValue%%old'],
    ['clears', text, '', 'old', [], '%%FieldName%%Ref%%Value%%%%OldValue%%old'],
    [
      'lists',
      field('Multiselect', colours, 'Tags'),
      ['red', '', 'blue'],
      ['red'],
      ['red', 'blue'],
      '%%FieldName%%Tags%%Value%%red, blue%%OldValue%%red',
    ],
    [
      'dates, always when without a time,',
      field('Date', {}, 'Due'),
      '2026-12-24',
      '2026-12-24 00:00:00',
      ['2026-12-24'],
      '%%FieldName%%Due%%Value%%2026-12-24%%OldValue%%2026-12-24',
    ],
    ['unchecks', field('Checkbox', {}, 'Done'), '0', 1, ['0'], '%%FieldName%%Done%%Value%%0%%OldValue%%1'],
    ['ends texts at a NUL', text, 'a\0b', null, ['a'], '%%FieldName%%Ref%%Value%%a%%OldValue%%'],
  ])('%s', (...[, subject, value, old, items, history]) => {
    expect(plan(subject, value, old)).toMatchObject([
      { items, historyName: history, historyType: 'TicketDynamicFieldUpdate' },
    ]);
  });

  it.each<[string, DynamicField, unknown, FieldValue]>([
    ['the same text', text, 'old', 'old'],
    ['nothing for nothing', text, '', null],
    ['the same number', field('Checkbox', {}, 'Done'), '1', 1],
    ['the same list', field('Multiselect', colours, 'Tags'), 'red', ['red']],
    ['an empty list for nothing', field('Multiselect', colours, 'Tags'), [], null],
    ['a date with its time', field('Date', {}, 'Due'), '2026-12-24 00:00:00', '2026-12-24 00:00:00'],
    ['a script field', field('ScriptTemplateToolkit', {}, 'S'), 'x', null],
  ])('leaves %s alone', (...[, subject, value, old]) => {
    expect(plan(subject, value, old)).toEqual([]);
  });

  it('sees values that were set earlier in the same request', () => {
    const writes = planDynamicFieldWrites(
      [
        { field: text, value: 'one' },
        { field: text, value: 'two' },
        { field: text, value: 'two' },
      ],
      () => null,
    );
    expect(writes.map((write) => write.historyName)).toEqual([
      '%%FieldName%%Ref%%Value%%one%%OldValue%%',
      '%%FieldName%%Ref%%Value%%two%%OldValue%%one',
    ]);
  });

  it('sets days without a time a second time', () => {
    const again = (subject: DynamicField, value: unknown) =>
      planRepeatedWrites(plan(subject, value)).map(({ historyName }) => historyName);
    const due = field('Date', {}, 'Due');
    expect(again(due, '2026-12-24')).toEqual(['%%FieldName%%Due%%Value%%2026-12-24%%OldValue%%2026-12-24']);
    expect(again(due, '2026-12-24 00:00:00')).toEqual([]);
    expect(again(field('Date', multi, 'Due'), ['2026-12-24', '2026-12-25'])).toEqual([
      '%%FieldName%%Due%%Value%%2026-12-24, 2026-12-25%%OldValue%%2026-12-24, 2026-12-25',
    ]);
    expect(again(field('Checkbox', {}, 'Done'), '0')).toEqual([]);
    expect(again(field('Multiselect', colours, 'Tags'), ['red', 'blue'])).toEqual([]);
    expect(again(text, 'new')).toEqual([]);
  });

  it('sets several values of one field a second time, one after the other', () => {
    const values = ['one', 'two'].map((value) => ({ field: text, value }));
    const writes = planRepeatedWrites(planDynamicFieldWrites(values, () => null));
    expect(writes.map(({ historyName }) => historyName)).toEqual([
      '%%FieldName%%Ref%%Value%%one%%OldValue%%two',
      '%%FieldName%%Ref%%Value%%two%%OldValue%%one',
    ]);
  });

  it.each([
    ['a list for one value', ['a', 'b']],
    ['a text that is too long', 'x'.repeat(3801)],
  ])('fails for %s', (_name, value) => {
    expect(() => plan(text, value)).toThrow(
      'Dynamic Field Ref could not be set, please contact the system administrator',
    );
  });

  it('shortens the history to 200 characters', () => {
    const long = dynamicFieldHistoryName('Notes', 'n'.repeat(300), 'o'.repeat(300));
    expect(long).toHaveLength(200);
    expect(long).toMatch(/^%%FieldName%%Notes%%Value%%n+\[\.\.\.\]%%OldValue%%o+\[\.\.\.\]$/);
    const oneSided = dynamicFieldHistoryName('Notes', 'n'.repeat(300), 'old');
    expect(oneSided).toHaveLength(200);
    expect(oneSided).toMatch(/\[\.\.\.\]%%OldValue%%old$/);
    expect(dynamicFieldHistoryName('N', 'n'.repeat(82), 'o'.repeat(83))).not.toContain('[...]');
  });
});

describe('reading values', () => {
  const inner = [field('Text', {}, 'Inner'), field('Checkbox', {}, 'Switch1')];
  const set = field('Set', { Include: [{ DF: 'Inner' }, { Grid: { Rows: [[{ DF: 'Switch1' }]] } }] }, 'SetOfThings');
  const all = [...inner, set];
  // Only dynamicFields.byName is asked for.
  const catalogue = {
    dynamicFields: { all, byName: (name: string) => all.find((entry) => entry.name === name) },
  } as unknown as Catalogue;
  const row = (fieldID: number, cells: object) => {
    return {
      field_id: fieldID,
      object_id: 7,
      value_text: null,
      value_date: null,
      value_int: null,
      index_set: null,
      ...cells,
    };
  };

  it.each<[DynamicField, readonly object[], unknown]>([
    [field('Text'), [], null],
    [field('Text'), [{ value_text: 'a' }], 'a'],
    [field('Text', multi), [{ value_text: 'a' }, { value_text: 'b' }], ['a', 'b']],
    [field('Dropdown', colours), [{ value_text: 'red' }], 'red'],
    [field('Multiselect', colours), [{ value_text: 'red' }], ['red']],
    [field('Checkbox'), [{ value_int: 0 }], 0],
    [field('Date'), [{ value_date: '2026-12-24 00:00:00' }], '2026-12-24 00:00:00'],
    [field('Agent'), [{ value_int: 5 }], [5]],
    [field('Database'), [{ value_text: 'k' }], ['k']],
    [field('ScriptTemplateToolkit'), [{ value_text: 'k' }], null],
  ])('%#', (subject, rows, expected) => {
    const values = createDynamicFieldValues(
      rows.map((cells) => row(subject.id, cells)),
      catalogue,
    );
    expect(values.of(subject, 7)).toEqual(expected);
  });

  it('puts the entries of a set together, and keeps them apart from the field outside', () => {
    const rows = [
      row(5, { value_text: 'outside' }),
      row(5, { value_text: 'second', index_set: 1 }),
      row(5, { value_text: 'first', index_set: 0 }),
      row(7, { value_int: 1, index_set: 1 }),
    ];
    const values = createDynamicFieldValues(rows, catalogue);
    expect(values.of(set, 7)).toEqual([
      { Inner: 'first', Switch1: null },
      { Inner: 'second', Switch1: 1 },
    ]);
    expect(values.of(inner[0]!, 7)).toBe('outside');
    expect(values.of(set, 8)).toBeNull();
  });
});
