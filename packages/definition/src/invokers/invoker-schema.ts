import { asKey, LIST, list, map, mapTo, choice, leaf, titled } from '../check/keys.js';
import { mappingSchema } from '../mapping/mapping-schema.js';

export const CALL_STAGES = [
  'RequesterRequestPrepare',
  'RequesterRequestMap',
  'RequesterRequestPerform',
  'RequesterResponseMap',
  'RequesterResponseProcess',
] as const;

/** For editors; the rules accept all values that are equal in Perl. */
const onOrOff = choice(['1', '0', 1, 0], { description: '1 for on, 0 for off' });
const link = choice(['and', 'or', 'xor'], { description: 'and, or or xor' });

const field = asKey({
  type: 'object',
  description: 'a map with Type and Match',
  properties: {
    Type: titled('Type', choice(['String', 'Regexp'], { description: 'String or Regexp' }))(
      '`String` for the whole text, `Regexp` for a Perl regular expression.',
      '`String`',
      'String',
    ),
    Match: titled('Compared with', leaf)('What it is compared with.', 'required', 'Helpdesk'),
  },
})('What one member of the ticket has to be.', 'none', { Type: 'String', Match: 'Helpdesk' });

const condition = asKey({
  type: 'object',
  description: 'a map with Type and Fields',
  properties: {
    Type: titled('Type', link)('How the fields are linked; `xor` is exactly one.', '`and`', 'and'),
    Fields: asKey({
      title: 'Fields',
      type: 'object',
      description: 'a map from members of the ticket to what they have to be',
      additionalProperties: field,
    })('By members of TicketGet, such as `Queue` or `DynamicField_Name`.', 'required', {
      Queue: { Type: 'String', Match: 'Helpdesk' },
    }),
  },
})('Fields that are looked at together.', 'none', { Fields: { Queue: { Type: 'String', Match: 'Helpdesk' } } });

const event = asKey({
  type: 'object',
  description: 'a map with Event and Asynchronous',
  properties: {
    Event: titled('Event', leaf)('Its name.', 'required', 'TicketCreate'),
    Asynchronous: titled('Send in the background', onOrOff)(
      '`1` sends within a second; otherwise the client waits for the answer.',
      '`0`',
      '1',
    ),
    Condition: asKey({
      title: 'Conditions',
      type: ['object', 'null'],
      description: 'a map with ConditionLinking and Condition',
      properties: {
        ConditionLinking: titled('How conditions are linked', link)('How the conditions are linked.', '`and`', 'and'),
        Condition: titled('Conditions', mapTo('a map from numbers to conditions', condition))(
          'By numbers or names that you choose.',
          'none',
          { 1: { Fields: { Queue: { Type: 'String', Match: 'Helpdesk' } } } },
        ),
      },
    })('When the event calls the invoker.', 'always', {
      ConditionLinking: 'and',
      Condition: { 1: { Fields: { Queue: { Type: 'String', Match: 'Helpdesk' } } } },
    }),
  },
})('One event that calls the invoker.', 'none', { Event: 'TicketCreate', Asynchronous: '1' });

/** An entry of `Requester.Invoker`, for editors; the rules check its meaning. */
export const invokerSchema = asKey({
  type: 'object',
  description: 'a map with at least Type',
  properties: {
    Type: titled('Type', leaf)('What makes the data.', 'required', 'Generic::PassThrough'),
    Description: titled('Description', leaf)(
      'A note for readers. It changes nothing.',
      'empty',
      'Announces new tickets.',
    ),
    Events: asKey({ title: 'Events', type: ['array', 'null'], description: 'a list of events', items: event })(
      'What calls the invoker.',
      'none; it can be called by hand',
      [{ Event: 'TicketCreate' }],
    ),
    OperationName: titled('Name of the operation', leaf)(
      'The operation of the other system, over SOAP. It names the elements, and `SOAPAction` but for the scheme `Operation`. As in Znuny.',
      'the name of the invoker',
      'CreateIncident',
    ),
    MappingOutbound: titled('Mapping of what goes out', mappingSchema)('of the data before it is sent'),
    MappingInbound: titled('Mapping of what comes in', mappingSchema)('of what was answered'),
    IgnoreAnswer: titled('Ignore the content of answers', onOrOff)(
      '`1` for an answer whose content does not matter: any status 2xx is a success. Without `MappingInbound`, answers that are not JSON are ignored anyway.',
      '`0`',
      '1',
    ),
  },
})('One invoker: what it sends, and which events call it.', 'none', { Type: 'Generic::PassThrough' });

export const requestRetrySchema = map('a map with Type', {
  Type: titled('Type', choice(['RequestRetry'], { description: 'RequestRetry' }))(
    'The only one.',
    'required',
    'RequestRetry',
  ),
  Description: titled('Description', leaf)('A note for readers. It changes nothing.', 'empty', 'Ten times.'),
  ScheduleRetry: titled('Try again', onOrOff)('`1` makes failed calls again.', '`0`', '1'),
  RetryIntervalStart: titled('First wait, in seconds', leaf)(
    'Seconds until the first further attempt.',
    'required',
    '60',
  ),
  RetryIntervalFactor: titled(
    'How much longer each wait is',
    choice(['1', '1.5', '2'], { description: '1, 1.5 or 2' }),
  )('How much longer each further wait is.', 'required', '2'),
  RetryIntervalMax: titled('Longest wait, in seconds', leaf)('Most seconds between two attempts.', 'no limit', '3600'),
  RetryCountMax: titled('Most attempts', leaf)('Most further attempts.', 'no limit', '10'),
  RetryPeriodMax: titled('Last attempt after seconds', leaf)(
    'Seconds after the first attempt until the last one.',
    'no limit',
    '86400',
  ),
  InvokerFilter: titled('Only these invokers', list)('Only calls of these invokers.', 'all', ['Announce']),
  ErrorStageFilter: asKey({ title: 'Only failures at these stages', ...LIST, items: { enum: CALL_STAGES } })(
    'Only failures at these stages.',
    'all',
    ['RequesterRequestPerform'],
  ),
  ErrorMessageContentFilter: titled('Only errors with this text', leaf)(
    'Only errors whose message this Perl regular expression matches.',
    'all',
    "Response code '5",
  ),
  StopAfterMatch: titled('Ask no later module', choice(['all', 'backend'], { description: 'all or backend' }))(
    'No later module is asked: `all` for any, `backend` for those of the same type.',
    'all modules are asked',
    'all',
  ),
})('One module: whether a failed call is made again, and when.', 'none', { Type: 'RequestRetry' });
