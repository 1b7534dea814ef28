import { Scalar, type ScalarTag } from 'yaml';

/**
 * The YAML of the family: plain scalars are strings, except `~`, `null` and nothing at all (null), `true` and `false`.
 * Together with the schema `failsafe` of the yaml package, which knows strings only.
 */
export const familyTags: ScalarTag[] = [
  {
    identify: (value) => value === null || value === undefined,
    createNode: () => new Scalar(null),
    default: true,
    tag: 'tag:yaml.org,2002:null',
    test: /^(?:~|null)?$/,
    resolve: () => new Scalar(null),
    stringify: ({ source }, context) => source ?? context.options.nullStr,
  },
  {
    identify: (value) => typeof value === 'boolean',
    default: true,
    tag: 'tag:yaml.org,2002:bool',
    test: /^(?:true|false)$/,
    resolve: (text) => new Scalar(text === 'true'),
    stringify: ({ source, value }) => source ?? (value === true ? 'true' : 'false'),
  },
];
