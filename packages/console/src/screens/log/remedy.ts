import type { GetDebugLogIdAnswer } from '../../api/admin-api.js';
import { formatDuration, t } from '../../app/language.js';

type Failed = Pick<GetDebugLogIdAnswer, 'type' | 'status' | 'errorCode' | 'milliseconds'>;

/** What to do about a failure, by the last word of its code. */
export function findRemedy(request: Failed): string {
  if (request.type === 'Requester') return findCallRemedy(request);
  const word = request.errorCode?.split('.').at(-1) ?? '';
  const found = REMEDIES.find(([words]) => words.test(word));
  if (found !== undefined) return found[1](request);
  if (request.status >= 500) return ofServer();
  return t('The client has to send something else: compare what came with the documentation of the operation.');
}

const REMEDIES: readonly (readonly [words: RegExp, says: (request: Failed) => string])[] = [
  [
    /^(?:AuthFail|SessionInvalid|Unauthorized|LoginThrottled)$/,
    () =>
      t(
        'Compare the login, the password or the key of the client with its account, and with what the service accepts.',
      ),
  ],
  [/^(?:AccessDenied|CustomerMayNot)$/, () => t('Give the caller the permission, or let somebody send it who has it.')],
  [
    /^(?:MalformedBody|PayloadTooLarge|LengthRequired|UnsupportedEncoding|WrongStructure|DoctypeRefused|Body(?:TooComplex|TooSlow|NotReadable))$/,
    () =>
      t(
        'The body did not arrive whole or is not what the service reads: compare its length with what the client sent, and look at proxies between them.',
      ),
  ],
  [
    /^(?:Route\w*|Method\w*|HostNotAllowed)$/,
    () => t('Correct the address or the method at the client, or give the service such a route.'),
  ],
  [
    /^(?:Overloaded|RateLimited|Unavailable|BodiesInFlight)$/,
    () => t('Let the client send it again later. If it persists, raise the limit, or find out what takes long.'),
  ],
  [
    /^(?:Timeout|TimedOut)$/,
    () => t('See below where the time went. It may have had an effect: look before it is sent again.'),
  ],
  [
    /^ClientLeft$/,
    ({ milliseconds }) =>
      t('The client gave up after {duration}: raise its time limit, or see below where the time went.', {
        duration: formatDuration(milliseconds),
      }),
  ],
  [/^Mapping/, () => t('Open the mapping with this request as its sample, and correct the rule.')],
  [/^OperationMissing$/, () => t('Load the plugin of the operation, or correct its type in the definition.')],
  [/^(?:InternalError|OperationFault)$/, ofServer],
];

function ofServer(): string {
  return t('Look for the request id in the log of the server.');
}

function findCallRemedy({ status }: Failed): string {
  if (status === 401 || status === 403) return t('Correct the credentials of the transport, and send the calls again.');
  if (status >= 400 && status < 500)
    return t(
      'The other system does not want what was sent: correct the mapping or the path, and send the calls again.',
    );
  return t('See whether the other system runs and can be reached from here, then send the calls again.');
}
