import { getService, type RequestSearch } from '@ticketgate/admin';
import { DEBUG_LEVELS } from '@ticketgate/definition';
import { InvalidArgumentError, Option, type Command as TypedCommand } from '@commander-js/extra-typings';
import { RecordedRequests, REQUEST_TYPES, SHORTEST_TEXT, type RecordedRequest } from '@ticketgate/database';
import { ConfigurationError, type System } from '@ticketgate/runtime';

import { readMoment, readCount } from './program-options.js';
import { formatMoment, renderTable } from './terminal.js';

/** A command with filters of requests as its options. */
type Filtered = TypedCommand<[], Pick<RequestSearch, keyof RequestSearch>>;

export function addFilters(command: TypedCommand): Filtered {
  return addRowFilters(command).option(
    '--text <text>',
    'only requests that contain this text, in the 24 hours before --to or now unless --from says otherwise',
    readSearchText,
  );
}

/** Filters by the row of a request, which need not read its entries. */
export function addRowFilters(command: TypedCommand): Filtered {
  return command
    .option('--service <name>', 'only requests to this web service')
    .addOption(
      new Option(
        '--type <type>',
        'only requests to web services (Provider), or those of their invokers (Requester)',
      ).choices(REQUEST_TYPES),
    )
    .option('--operation <name>', 'only requests to this operation or of this invoker, by its name in the definition')
    .addOption(
      new Option('--level <level>', 'only requests whose most severe entry has this level').choices(DEBUG_LEVELS),
    )
    .option('--method <method>', 'only requests with this method, for example GET')
    .option(
      '--path <path>',
      'only requests to this path, for example /Webservice/helpdesk/tickets/7, or /Webservice/helpdesk/*',
    )
    .option('--status <status>', 'only requests answered with this HTTP status', readCount)
    .option('--error-code <code>', 'only requests that failed with this code')
    .option('--from <time>', 'only requests since this time: 2026-11-22T10:00Z, or 30m, 24h, 7d ago', readMoment)
    .option('--to <time>', 'only requests until this time', readMoment)
    .option('--address <address>', 'only requests from this address')
    .option('--caller <login>', 'only requests of this agent or customer')
    .option('--api-key <name>', 'only requests that came with the API key of this name')
    .option('--slower-than <milliseconds>', 'only requests that took at least this long', readCount);
}

function readSearchText(text: string): string {
  if (text.length >= SHORTEST_TEXT) return text;
  throw new InvalidArgumentError(`Write at least ${SHORTEST_TEXT} characters.`);
}

/** @throws OperationError `Admin.ServiceUnknown` */
export async function findServiceID(
  { services }: System,
  { service: name }: { readonly service?: string | undefined },
): Promise<number | undefined> {
  if (name === undefined) return undefined;
  return (await getService({ services }, name)).id;
}

/** @throws ConfigurationError when nothing was recorded under that id */
export async function findRequest({ database }: System, id: string): Promise<RecordedRequest> {
  const found = await new RecordedRequests(database).find(id);
  if (found !== undefined) return found;
  throw new ConfigurationError(
    `Nothing has been recorded about "${id}". DebugThreshold and Gateway.Debug.Sample of a web service control what is. "ticketgate debug-log list" lists requests.`,
  );
}

/** One line for each request. */
export function renderRequests(
  requests: readonly RecordedRequest[],
  { hasHeadings = false }: { readonly hasHeadings?: boolean } = {},
): string {
  const rows = requests.map((request) => [
    String(request.id),
    formatMoment(request.created),
    request.method,
    request.path ?? `/Webservice/${request.service}`,
    request.operation ?? '-',
    String(request.status),
    request.errorCode ?? '',
    `${request.milliseconds.toFixed(1)} ms`,
    request.caller ?? '-',
    request.address ?? '',
    request.requestID ?? request.communicationID,
  ]);
  return renderTable(hasHeadings ? [HEADINGS.split(' '), ...rows] : rows);
}

const HEADINGS = 'NUMBER TIME METHOD PATH OPERATION STATUS ERROR DURATION CALLER ADDRESS REQUEST';
