import { isFalsy } from '../../request/family-values.js';
import { invalid, shown } from '../../request/input-errors.js';
import { byName, defineList } from './define-list.js';

const OBJECT_TYPES = ['Ticket', 'Article'];

/** Catalogue::DynamicFieldList: the dynamic fields of tickets and articles. */
export const dynamicFieldList = defineList({
  type: 'Catalogue::DynamicFieldList',
  summary: 'Lists the dynamic fields of tickets and articles.',
  path: 'dynamic-fields',
  parameters: { ObjectType: { type: 'string', enum: OBJECT_TYPES, description: 'Only fields of these.' } },
  errors: ['InvalidParameter'],
  entry: {
    DynamicFieldID: { type: 'integer' },
    Name: { type: 'string' },
    Label: { type: 'string' },
    FieldType: { type: 'string', description: 'For example Text or Dropdown.' },
    ObjectType: { type: 'string', enum: OBJECT_TYPES },
    FieldOrder: { type: 'integer', description: 'Their order in forms.' },
  },
  example: {
    summary: 'The fields of tickets.',
    input: { ObjectType: 'Ticket' },
    output: {
      Item: [
        {
          DynamicFieldID: 4,
          Name: 'Impact',
          Label: 'Impact',
          FieldType: 'Dropdown',
          ObjectType: 'Ticket',
          FieldOrder: 4,
        },
      ],
    },
  },
  list({ input, catalogue }) {
    const objectTypes = readObjectTypes(input.ObjectType);
    return catalogue.dynamicFields.all
      .filter(({ isValid, objectType }) => isValid && objectTypes.includes(objectType))
      .sort(byName)
      .map(({ id, name, label, fieldType, objectType, fieldOrder }) => ({
        DynamicFieldID: id,
        Name: name,
        Label: label,
        FieldType: fieldType,
        ObjectType: objectType,
        FieldOrder: fieldOrder,
      }));
  },
});
function readObjectTypes(value: unknown): readonly string[] {
  if (isFalsy(value)) return OBJECT_TYPES;
  if (typeof value === 'string' && OBJECT_TYPES.includes(value)) return [value];
  throw invalid('DynamicFieldList', `ObjectType is ${shown(value)}; use one of ${OBJECT_TYPES.join(', ')}.`);
}
