import type { RecordedRequest } from '@ticketgate/database';
import { ConfigurationError } from '@ticketgate/runtime';
import { inputObject, optionalMembers, text } from '@ticketgate/sdk/schema';

import { type Answer, type AnswerOf, command } from '../tasks/task.js';
import { showMoment, PAST, readPast } from '../tasks/words.js';
import { getRequest, listRequests, requestFilter, requestPage } from './list-requests.js';

export const filterWords = {
  service: ['--service <name>', 'only requests to this web service'],
  type: ['--type <type>', 'only requests to web services (Provider), or those of their invokers (Requester)'],
  operation: [
    '--operation <name>',
    'only requests to this operation or of this invoker, by its name in the definition',
  ],
  level: ['--level <level>', 'only requests whose most severe entry has this level'],
  method: ['--method <method>', 'only requests with this method, for example GET'],
  path: [
    '--path <path>',
    'only requests to this path, for example /Webservice/helpdesk/tickets/7, or /Webservice/helpdesk/*',
  ],
  status: ['--status <status>', 'only requests answered with this HTTP status'],
  errorCode: ['--error-code <code>', 'only requests that failed with this code'],
  from: { flags: '--from <time>', about: `only requests since this time: ${PAST}`, read: readPast },
  to: { flags: '--to <time>', about: 'only requests until this time', read: readPast },
  address: ['--address <address>', 'only requests from this address'],
  caller: ['--caller <login>', 'only requests of this agent or customer'],
  apiKey: ['--api-key <name>', 'only requests that came with the API key of this name'],
  slowerThan: ['--slower-than <milliseconds>', 'only requests that took at least this long'],
  text: [
    '--text <text>',
    'only requests that contain this text, in the 24 hours before --to or now unless --from says otherwise',
  ],
} as const;

const requestHeadings = 'NUMBER TIME METHOD PATH OPERATION STATUS ERROR DURATION CALLER ADDRESS REQUEST';

export function requestCells(request: Answer<RecordedRequest>): readonly string[] {
  return [
    String(request.id),
    showMoment(request.created),
    request.method,
    request.path ?? `/Webservice/${request.service}`,
    request.operation ?? '-',
    String(request.status),
    request.errorCode ?? '',
    `${request.milliseconds.toFixed(1)} ms`,
    request.caller ?? '-',
    request.address ?? '',
    request.requestID ?? request.communicationID,
  ];
}

export const debugLogList = command({
  usage: 'debug-log list',
  group: 'search, show and replay recorded requests',
  about: 'list requests, the newest first unless --order says otherwise',
  input: optionalMembers({ ...requestPage, ...requestFilter }),
  words: {
    ...filterWords,
    limit: ['--limit <count>', 'most requests to list'],
    order: ['--order <order>', 'which ones come first'],
    before: ['--before <number>', 'only requests before this one, as the end of a page shows it'],
    after: ['--after <number>', 'only requests after this one, as the end of a page shows it'],
  },
  formats: ['text', 'json', 'jsonl'],
  run: (search, context) => context.call(listRequests, search),
  notes: (page, { order }) => describePage(page, order),
  table: { headings: requestHeadings, cells: requestCells },
  print: () => NONE_RECORDED,
});

export const NONE_RECORDED =
  'No recorded request matches. The DebugThreshold of a web service controls what is recorded.';

type ListedPage = Pick<AnswerOf<typeof listRequests>, 'next' | 'isCutShort'>;

/** How a list goes on, and why it ends here. */
export function describePage({ next, isCutShort }: ListedPage, order = 'newest'): readonly string[] {
  const hint =
    next === null ? undefined : `Go on with ${order === 'oldest' ? '--order oldest --after' : '--before'} ${next}`;
  if (!isCutShort) return hint === undefined ? [] : [hint];
  const advice = hint ?? 'Look at fewer requests, for example with --from, --service or --operation.';
  return [`The search took too long and was cut short. ${advice}`];
}

/** What a server records of which web services is a question to its administrator. */
export const debugLogCurl = command({
  usage: 'debug-log curl <id>',
  about: 'write the command that sends a recorded request again, with placeholders for what is masked',
  input: inputObject({ id: text() }),
  words: { id: ['<id>', 'the number that lists show, or the id of the communication, the request or its trace'] },
  async run({ id }, { call }) {
    const { curl, curlNotes: notes } = await call(getRequest, { id });
    if (curl === null) throw new ConfigurationError(notes.join(' '));
    return { curl, notes };
  },
  notes: ({ notes }) => notes,
  print: ({ curl }) => curl,
});
