import { ALL, LOSSES, type ChangeRule } from '../compare/change-rule.js';

/** A separate part, because with a name appended, it would look like the code of an error. */
const GATEWAY = 'Gateway';

export const gatewayChanges: readonly ChangeRule[] = [
  {
    at: 'Gateway.Authentication.Accept',
    set: 'Clients can only authenticate with {after}.',
    added: 'Clients can also authenticate with {after}.',
    removed: 'Clients can no longer authenticate with {before}.',
    changed: 'Clients can authenticate with {after}, no longer with {before}.',
    unset: 'Clients authenticate as in other web services, no longer with {before} only.',
    breaks: ['set', 'unset', ...LOSSES],
    hasCredentials: true,
  },
  {
    at: 'Gateway.Authentication.OnlyAgents',
    set: 'Only {after} may call it.',
    added: '{after} may call it, too.',
    removed: '{before} may no longer call it.',
    changed: '{after} may call it, and no longer {before}.',
    unset: 'Others may call it, too, not only {before}.',
    breaks: ['set', ...LOSSES],
  },
  { at: 'Gateway.Authentication.**', any: 'Clients authenticate in another way.', breaks: ALL },
  { at: 'Gateway.RateLimit.**', any: 'Another number of requests is allowed in a time.', breaks: ALL },
  {
    at: 'Gateway.Transport.Timeout',
    changed: 'A request may take {after} seconds, no longer {before}.',
    breaks: ({ before, after }) => Number(after) < Number(before),
  },
  {
    at: `${GATEWAY}.BasePath`,
    added: 'It is served at {after}, too.',
    removed: 'It is no longer served at {before}.',
    changed: 'It is served at {after}, no longer at {before}.',
    breaks: LOSSES,
  },
  { at: `${GATEWAY}.Profile`, any: 'Requests and answers follow another profile.', breaks: ALL },
  { at: 'Gateway.**', any: 'Requests and answers follow other settings.', breaks: ALL },
];
