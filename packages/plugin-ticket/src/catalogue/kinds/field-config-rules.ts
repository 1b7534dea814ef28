/** Members of a dynamic field's `Config` that have an effect here; a host's frontend stores more, which stay as they are. */
const MULTI_VALUE = {
  MultiValue: { enum: ['1', '0', 1, 0, true, false, '', null], description: '1: a list of values' },
};

/** The keys of `Config` for each field type, as conditions of a JSON Schema. */
export const fieldConfigRules = [
  ruleFor(['Text', 'TextArea'], {
    RegExList: {
      type: ['array', 'string', 'null'],
      description: 'patterns that texts have to match',
      items: {
        type: 'object',
        properties: {
          Value: { type: 'string', description: 'a regular expression' },
          ErrorMessage: { type: 'string', description: 'what a host shows where a text does not match' },
        },
      },
    },
    ...MULTI_VALUE,
  }),
  ruleFor(['Dropdown', 'Multiselect'], {
    PossibleValues: {
      type: ['object', 'string', 'null'],
      description: 'the texts of the values that can be chosen, by the keys that are stored',
      additionalProperties: { type: ['string', 'number', 'null'] },
    },
    ...MULTI_VALUE,
  }),
  ruleFor(['Checkbox'], MULTI_VALUE),
  ruleFor(['Date', 'DateTime'], {
    DateRestriction: {
      type: ['string', 'null'],
      examples: ['DisablePastDates', 'DisableFutureDates'],
      description: 'DisablePastDates or DisableFutureDates; without it, all dates are allowed',
    },
    ...MULTI_VALUE,
  }),
];

function ruleFor(types: readonly string[], properties: object) {
  return {
    if: { required: ['FieldType'], properties: { FieldType: { enum: types } } },
    then: { properties: { Config: { properties } } },
  };
}
