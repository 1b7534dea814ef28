import type { JsonSchema } from '@ticketgate/sdk';

/** The option `oidc.roles`. */
export const rolesSchema: JsonSchema = {
  type: 'object',
  description: 'a map of groups and lists of roles',
  maxProperties: 1000,
  additionalProperties: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', minLength: 1, description: 'the name of a role' },
    description: 'a list of names of roles',
  },
};
