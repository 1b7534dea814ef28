import { recordChange } from '@ticketgate/database';
import { findRefusal, type Destinations } from '@ticketgate/definition';
import { reachableHosts } from '@ticketgate/runtime';
import { inputObject } from '@ticketgate/sdk/schema';

import { InputInvalid } from '../tasks/task-errors.js';
import type { ComparedRequest } from './compared-request.js';
import { word } from '../tasks/schemas.js';
import { task, type TaskContext } from '../tasks/task.js';
import { compareRequest, comparedHost, compareWithin, compileFor, type Comparison } from './compare-request.js';
import { readExchange } from './recorded-request.js';
import { loadRequest, RequestUnknown } from '../debug-log/list-requests.js';
import { ignoredSchema, SessionNeeded } from '../replaying/replay-request.js';

export const compareRecorded = task({
  at: 'POST /debug-log/:id/compare',
  summary:
    'Sends a recorded request that only reads to a host and to the web service, as the agent of the login, and says how the answers differ. One that writes is only tried here, undone, and compared with the recorded answer, as far as the request itself decides it. The login and the password of the host are not stored.',
  input: inputObject(
    {
      id: word('Its number, or the id of its communication.'),
      host: { ...comparedHost, description: 'The system to compare with.' },
    },
    { ignore: ignoredSchema },
  ),
  answer: compareRequest.answer ?? {},
  errors: [RequestUnknown, SessionNeeded, ...(compareRequest.errors ?? [])],
  async run({ id, host, ignore }, context) {
    const within = reachableHosts(context.system.configuration);
    requireReachable(host.url, within);
    const { service, type, ...recorded } = await loadRequest(context, id);
    const request =
      type === 'Provider'
        ? readExchange(recorded, (await compileFor(service, context.system))?.webService)
        : 'It was sent by an invoker.';
    if (typeof request === 'string')
      return { operation: null, kind: 'skipped', reason: request, differences: [] } as const;
    await recordComparison({ host, service, request }, context);
    return compareWithin(within, { service, host, ignore, ...request }, context.system);
  },
});

/** The server connects only where invokers may connect. */
function requireReachable(url: string, within: Destinations): void {
  const host = URL.parse(url);
  if (host?.username !== '' || host.password !== '') {
    throw new InputInvalid({
      reason:
        'host.url is not an address without credentials, such as https://desk.example.org/znuny/nph-genericinterface.pl.',
    });
  }
  const refusal = findRefusal({ host: host.href, proxy: undefined }, within);
  if (refusal !== undefined) throw new InputInvalid({ reason: refusal.reason });
}

/** Recorded before the request is sent, so that the audit log has it whatever happens. */
async function recordComparison(
  { host, service, request }: Pick<Comparison, 'host' | 'service'> & { readonly request: ComparedRequest },
  { system, author: { login, source, sessionID } }: TaskContext,
): Promise<void> {
  if (sessionID === undefined && login !== host.login) throw new SessionNeeded();
  const [path = ''] = request.path.split('?');
  const after = { request: `${request.method} /Webservice/${service}${path}`, host: host.url, login: host.login };
  const action = 'request compared with host';
  await recordChange(system.database, { author: login, source, action, subject: service, after });
}
