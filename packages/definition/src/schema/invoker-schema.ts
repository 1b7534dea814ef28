import { manual } from './manual.js';
import { mappingSchema } from './operation-schema.js';
import { list, text } from './scalar-schemas.js';

/** For editors; the rules accept all values that Perl treats alike. */
const onOrOff = { enum: ['1', '0', 1, 0], description: '1 for on, 0 for off' } as const;
const link = { enum: ['and', 'or', 'xor'], description: 'and, or or xor' } as const;

const field = {
  type: 'object',
  description: 'a map with Type and Match',
  ...manual('What one member of the ticket has to be.', 'none', { Type: 'String', Match: 'Helpdesk' }),
  properties: {
    Type: {
      enum: ['String', 'Regexp'],
      description: 'String or Regexp',
      ...manual('`String` for the whole text, `Regexp` for a Perl regular expression.', '`String`', 'String'),
    },
    Match: { ...text, ...manual('What it is compared with.', 'required', 'Helpdesk') },
  },
} as const;

const condition = {
  type: 'object',
  description: 'a map with Type and Fields',
  ...manual('Fields that are looked at together.', 'none', {
    Fields: { Queue: { Type: 'String', Match: 'Helpdesk' } },
  }),
  properties: {
    Type: { ...link, ...manual('How the fields are linked; `xor` is exactly one.', '`and`', 'and') },
    Fields: {
      type: 'object',
      description: 'a map from members of the ticket to what they have to be',
      ...manual('By members of TicketGet, such as `Queue` or `DynamicField_Name`.', 'required', {
        Queue: { Type: 'String', Match: 'Helpdesk' },
      }),
      additionalProperties: field,
    },
  },
} as const;

const event = {
  type: 'object',
  description: 'a map with Event and Asynchronous',
  ...manual('One event that calls the invoker.', 'none', { Event: 'TicketCreate', Asynchronous: '1' }),
  properties: {
    Event: { ...text, ...manual('Its name.', 'required', 'TicketCreate') },
    Asynchronous: {
      ...onOrOff,
      ...manual('`1` sends within a second; otherwise the client waits for the answer.', '`0`', '1'),
    },
    Condition: {
      type: ['object', 'null'],
      description: 'a map with ConditionLinking and Condition',
      ...manual('When the event calls the invoker.', 'always', {
        ConditionLinking: 'and',
        Condition: { 1: { Fields: { Queue: { Type: 'String', Match: 'Helpdesk' } } } },
      }),
      properties: {
        ConditionLinking: { ...link, ...manual('How the conditions are linked.', '`and`', 'and') },
        Condition: {
          type: ['object', 'null'],
          description: 'a map from numbers to conditions',
          ...manual('By numbers or names that you choose.', 'none', {
            1: { Fields: { Queue: { Type: 'String', Match: 'Helpdesk' } } },
          }),
          additionalProperties: condition,
        },
      },
    },
  },
} as const;

/** An entry of `Requester.Invoker`, for editors; the rules check what it means. */
export const invokerSchema = {
  type: 'object',
  description: 'a map with at least Type',
  ...manual('One invoker: what it sends, and which events call it.', 'none', { Type: 'Generic::PassThrough' }),
  properties: {
    Type: { ...text, ...manual('What makes the data.', 'required', 'Generic::PassThrough') },
    Description: { ...text, ...manual('A note for readers. It changes nothing.', 'empty', 'Announces new tickets.') },
    Events: {
      type: ['array', 'null'],
      description: 'a list of events',
      ...manual('What calls the invoker.', 'none; it can be called by hand', [{ Event: 'TicketCreate' }]),
      items: event,
    },
    MappingOutbound: mappingSchema('of the data before it is sent'),
    MappingInbound: mappingSchema('of what was answered'),
    IgnoreAnswer: {
      ...onOrOff,
      ...manual(
        '`1` for an answer whose content does not matter: any status 2xx is a success. Without `MappingInbound`, answers that are not JSON are ignored anyway.',
        '`0`',
        '1',
      ),
    },
  },
} as const;

const count = (effect: string, fallback: string, example: string) =>
  ({ ...text, ...manual(effect, fallback, example) }) as const;

/** An entry of `Requester.ErrorHandling`. */
export const requestRetrySchema = {
  type: 'object',
  description: 'a map with Type',
  ...manual('One module: whether a failed call is made again, and when.', 'none', { Type: 'RequestRetry' }),
  additionalProperties: false,
  properties: {
    Type: {
      enum: ['RequestRetry'],
      description: 'RequestRetry',
      ...manual('The only one.', 'required', 'RequestRetry'),
    },
    Description: { ...text, ...manual('A note for readers. It changes nothing.', 'empty', 'Ten times.') },
    ScheduleRetry: { ...onOrOff, ...manual('`1` makes failed calls again.', '`0`', '1') },
    RetryIntervalStart: count('Seconds until the first further attempt.', 'required', '60'),
    RetryIntervalFactor: {
      enum: ['1', '1.5', '2'],
      description: '1, 1.5 or 2',
      ...manual('How much longer each further wait is.', 'required', '2'),
    },
    RetryIntervalMax: count('Most seconds between two attempts.', 'no limit', '3600'),
    RetryCountMax: count('Most further attempts.', 'no limit', '10'),
    RetryPeriodMax: count('Seconds after the first attempt until the last one.', 'no limit', '86400'),
    InvokerFilter: { ...list, ...manual('Only calls of these invokers.', 'all', ['Announce']) },
    ErrorStageFilter: {
      ...list,
      ...manual('Only failures at these stages.', 'all', ['RequesterRequestPerform']),
    },
    ErrorMessageContentFilter: {
      ...text,
      ...manual('Only errors whose message this Perl regular expression matches.', 'all', "Response code '5"),
    },
    StopAfterMatch: {
      enum: ['all', 'backend'],
      description: 'all or backend',
      ...manual(
        'No later module is asked: `all` for any, `backend` for those of the same type.',
        'all modules are asked',
        'all',
      ),
    },
  },
} as const;
