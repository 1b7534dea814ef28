import { asKey, titled, uncheckedMap } from '../check/keys.js';
import { MOST_PATTERNS } from './mapping-problems.js';

// The type of a mapping is not checked here: the rule `mapping-rule` says more about a wrong one than a schema can.

const PATTERN_NOTE = `Patterns are Perl regular expressions that match the whole text and run in linear time. They are tried in byte order; the first that matches wins. A mapping may have ${MOST_PATTERNS} patterns.`;

const texts = asKey({ description: 'a map of texts' });
const names = asKey({ description: 'a list of names' });

/** A rule for names or values that no other rule matches; `subject` is "member" or "value". */
function defaultRule(subject: 'member' | 'value') {
  const mapTo =
    subject === 'member'
      ? 'The name that every such member gets. Only the first one is kept; the others are dropped.'
      : 'The value that every such value becomes.';
  return uncheckedMap('a map with MapType and MapTo', {
    MapType: asKey({ title: 'What happens to them', description: 'Keep, Ignore or MapTo' })(
      `\`Keep\` passes the ${subject} on, \`Ignore\` drops the member, \`MapTo\` replaces the ${subject === 'member' ? 'name' : 'value'} by \`MapTo\`.`,
      'required',
      'Ignore',
    ),
    MapTo: asKey({ title: 'What they become', description: 'a text' })(
      mapTo,
      'required with `MapType: MapTo`, otherwise unused',
      'Other',
    ),
  })(`What happens to a ${subject} that no other rule names.`, 'required', { MapType: 'Keep', MapTo: '' });
}

export const simpleMappingSchema = {
  additionalProperties: false,
  properties: {
    KeyMapExact: titled('Renamed members', texts)('Renames members: old name to new name.', 'none', {
      Subject: 'Title',
    }),
    KeyMapRegEx: titled('Members renamed by pattern', texts)(
      `Renames members that \`KeyMapExact\` does not name: pattern to new name. ${PATTERN_NOTE}`,
      'none',
      { 'Stat(e|us)': 'State' },
    ),
    KeyMapDefault: titled('All other members', defaultRule)('member'),
    ValueMap: asKey({
      title: 'Replaced values',
      description: 'a map from new names to their rules',
      additionalProperties: uncheckedMap('a map with ValueMapExact or ValueMapRegEx', {
        ValueMapExact: titled('Replaced values', texts)('Replaces values: old value to new value.', 'none', {
          done: 'closed successful',
        }),
        ValueMapRegEx: titled('Values replaced by pattern', texts)(
          `Replaces values that \`ValueMapExact\` does not name: pattern to new value. ${PATTERN_NOTE}`,
          'none',
          { 'pending.*': 'pending reminder' },
        ),
      })('The rules for one member. Use the name that the member has after its renaming.', 'none', {
        ValueMapExact: { done: 'closed successful' },
      }),
    })('Replaces values of members at the top level. Only texts and numbers are replaced.', 'none', {
      State: { ValueMapExact: { done: 'closed successful' } },
    }),
    ValueMapDefault: titled('All other values', defaultRule)('value'),
  },
} as const;

export const znunyMappingSchema = {
  additionalProperties: false,
  properties: {
    ...simpleMappingSchema.properties,
    StaticValue: asKey({ title: 'Fixed values', description: 'a map' })(
      '`Znuny` only: members that every result gets, with values of any kind.',
      'none',
      { Queue: 'Raw' },
    ),
    ListSeparator: titled('Separators of lists', texts)(
      '`Znuny` only: old name to a pattern that separates the parts of its value. `ValueMap` looks for each part; the first that it has decides.',
      'none',
      { Tags: ';' },
    ),
    ReduceStructure: titled('Lifted maps', names)(
      '`Znuny` only: old names of maps whose members are also copied to the level of the map. It needs `KeyMapExact`.',
      'none',
      ['Customer'],
    ),
  },
} as const;

const FILTERS = {
  description: 'a list of maps with Search and Replace',
  items: {
    description: 'a map with Search and Replace',
    additionalProperties: false,
    properties: {
      Search: { title: 'Pattern', description: 'a text' },
      Replace: { title: 'Replacement', description: 'a text' },
    },
  },
} as const;

const FILTER_NOTE =
  '`Search` is a Perl regular expression for a part of the name, `Replace` what comes instead, with `$1` for a group. Names in lists in lists stay. Each filter looks at the original name.';

export const xsltMappingSchema = {
  additionalProperties: false,
  // The family's own form writes the number of its filters, which nothing reads.
  patternProperties: { '^(?:Pre|Post)RegExValueCounter$': {} },
  properties: {
    Template: asKey({ title: 'Stylesheet (XSLT)', description: 'a text' })(
      '`XSLT` only: the stylesheet (XSLT 1.0 with EXSLT). See [XSLT](#xslt). Without one nothing is changed, and nothing else of `Config` counts.',
      'none',
      '<R xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><Title><xsl:value-of select="//Subject"/></Title></R>',
    ),
    ForceArray: asKey({
      title: 'Always lists',
      description: 'a list of names, or a text with names and spaces between them',
    })(
      '`XSLT` only: elements of the result that become lists even if there is only one, wherever they stand. It is a key of Znuny; OTOBO ignores it.',
      'none',
      ['labels'],
    ),
    KeepAttributes: asKey({ title: 'Attributes as members', description: '0 or 1' })(
      '`XSLT` only: 1 makes members of the attributes of the result, and `content` of each text. It is a key of Znuny, for the profiles `znuny` and `contract`; OTOBO ignores it.',
      '0',
      '1',
    ),
    DataInclude: titled('Further data for the stylesheet', names)(
      '`XSLT` only: parts of the exchange that the template sees below `DataInclude`. `ProviderRequestInput`, `ProviderRequestMapOutput` and `ProviderResponseInput` exist for outbound mappings. Other names are ignored.',
      'none',
      ['ProviderRequestInput'],
    ),
    PreRegExFilter: asKey({ title: 'Names changed before', ...FILTERS })(
      `\`XSLT\` only: renames members before the template, for example to make XML names of them. ${FILTER_NOTE}`,
      'none',
      [{ Search: '^(\\d)', Replace: 'n$1' }],
    ),
    PostRegExFilter: asKey({ title: 'Names changed after', ...FILTERS })(
      '`XSLT` only: renames members of the result, as `PreRegExFilter` does before.',
      'none',
      [{ Search: '_', Replace: '-' }],
    ),
  },
} as const;

/** `MappingInbound` and `MappingOutbound`; `data` says what they change. */
export function mappingSchema(data: string) {
  return uncheckedMap('a map with Type and Config', {
    Type: asKey({ title: 'Type', description: 'Simple, Test, XSLT, Znuny or OutOfOffice' })(
      '`Simple` maps by the rules below. `Test` with `Config: { TestOption: ToUpper }` (or `ToLower`, `Empty`) changes all texts, to try things out. `XSLT` takes the data through a stylesheet. `Znuny` maps as `Simple`, at every depth. `OutOfOffice` reads the CSV of `User::OutOfOffice`.',
      'required, unless the mapping is `{}`',
      'Simple',
    ),
    // The keys differ by type; the rule `mapping-key` checks those of Simple and XSLT.
    Config: asKey({ title: 'Details', description: 'a map' })(
      'The rules of `Simple` or the template of `XSLT`; the keys are below. Without `Config` nothing is changed.',
      'none',
      { KeyMapDefault: { MapType: 'Keep', MapTo: '' }, ValueMapDefault: { MapType: 'Keep', MapTo: '' } },
    ),
  })(
    `Renames members and replaces values ${data}. A mapping that cannot be used makes every request of the operation fail.`,
    '`{}`, no mapping',
    {},
  );
}
