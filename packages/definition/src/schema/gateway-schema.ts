import { positive } from './scalar-schemas.js';

const name = { type: ['string', 'number'], minLength: 1, description: 'a text' } as const;

/** The key `Gateway:` of a definition (design section 4). Unlike the family's keys, unknown ones are errors here. */
export const gatewaySchema = {
  type: 'object',
  description: 'a map of options',
  additionalProperties: false,
  properties: {
    Profile: { enum: ['otobo', 'contract'] },
    Answer: { enum: ['flat', 'envelope', 'problem'] },
    ErrorStatus: { enum: ['compatible', 'http'] },
    BasePath: { type: 'string', description: 'a path such as /connector' },
    Authentication: {
      type: 'object',
      description: 'a map with Accept and OnlyAgents',
      additionalProperties: false,
      properties: {
        Accept: {
          type: 'array',
          minItems: 1,
          description: 'a list of places that credentials are taken from',
          items: { enum: ['SessionID', 'UserLogin', 'CustomerUserLogin', 'Headers', 'ApiKey', 'Cookie'] },
        },
        OnlyAgents: { type: 'array', minItems: 1, items: name, description: 'a list of logins of agents' },
      },
    },
    Transport: {
      type: 'object',
      description: 'a map with Timeout and HostHeader',
      additionalProperties: false,
      properties: {
        Timeout: { ...positive, description: 'a number of seconds, for example 30' },
        HostHeader: { type: 'array', minItems: 1, items: name, description: 'a list of host names' },
      },
    },
    RateLimit: {
      type: 'object',
      description: 'a map with Requests and Seconds',
      additionalProperties: false,
      required: ['Requests', 'Seconds'],
      properties: { Requests: positive, Seconds: positive },
    },
    Cors: {
      type: 'object',
      description: 'a map with Origins',
      additionalProperties: false,
      required: ['Origins'],
      properties: { Origins: { type: 'array', minItems: 1, items: name, description: 'a list of origins' } },
    },
    Customers: {
      type: 'object',
      description: 'a map with May',
      additionalProperties: false,
      required: ['May'],
      properties: {
        May: { type: 'array', items: name, description: 'a list of names, for example [State, Priority]' },
      },
    },
    Times: { enum: ['family', 'iso'] },
    UnknownMembers: { enum: ['refuse', 'ignore'] },
    CollapseSingleItem: {
      type: ['boolean', 'string', 'integer'],
      enum: [true, false, '0', '1', 0, 1],
      description: 'true or false',
    },
  },
} as const;
