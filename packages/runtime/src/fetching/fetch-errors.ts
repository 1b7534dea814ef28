import { createError } from '@ticketgate/sdk';

export const FetchNotAllowed = createError<{ place: string; setting: string }>(
  'Fetch.NotAllowed',
  ({ place, setting }) => `The operation may not connect to ${place}. ${setting}`,
  'Broken',
);
export const FetchTimedOut = createError<{ host: string; seconds: number }>(
  'Fetch.TimedOut',
  ({ host, seconds }) => `${host} did not answer within ${seconds} seconds.`,
  'Unavailable',
);
export const FetchTooLarge = createError<{ host: string; bytes: number }>(
  'Fetch.TooLarge',
  ({ host, bytes }) => `${host} answered more than ${bytes} bytes.`,
  'Unavailable',
);
export const FetchFailed = createError<{ host: string; reason: string }>(
  'Fetch.Failed',
  ({ host, reason }) => `${host} cannot be reached: ${reason}`,
  'Unavailable',
);
