import { ALL, LOSSES, type ChangeRule } from '../compare/change-rule.js';

/** Changes of `Provider`, except those of routes. */
export const transportChanges: readonly ChangeRule[] = [
  {
    at: 'Provider.Transport.Config.MaxLength',
    changed: 'Requests may have {after} bytes, no longer {before}.',
    breaks: ({ before, after }) => Number(after) < Number(before),
  },
  { at: 'Provider.Transport.Config.AdditionalHeaders.**', any: 'Answers have other headers.', breaks: LOSSES },
  { at: 'Provider.**', any: 'Requests are received in another way.', breaks: ALL },
];
