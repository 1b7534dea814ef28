import { ALL, LOSSES, type ChangeRule } from '../compare/change-rule.js';

const OPERATION = 'Provider.Operation.{operation}';

export const operationChanges: readonly ChangeRule[] = [
  { at: OPERATION, added: '{operation} is a new operation.', removed: '{operation} is gone.', breaks: LOSSES },
  { at: `${OPERATION}.Type`, changed: '{operation} is {after}, no longer {before}.', breaks: ALL },
  { at: `${OPERATION}.Description`, any: '{operation} is described in other words.' },
  {
    at: `${OPERATION}.MappingInbound.Config.KeyMapExact.{name}`,
    added: '{operation} takes {name} as {after}.',
    removed: '{operation} no longer takes {name} as {before}.',
    changed: '{operation} takes {name} as {after}, no longer as {before}.',
    breaks: LOSSES,
  },
  {
    at: `${OPERATION}.MappingInbound.Config.KeyMapDefault.MapType`,
    any: '{operation} treats members that its mapping does not name in another way.',
    breaks: ({ after }) => after !== 'Keep',
  },
  { at: `${OPERATION}.MappingInbound.**`, any: '{operation} maps requests in another way.', breaks: LOSSES },
  {
    at: `${OPERATION}.MappingOutbound.Config.KeyMapExact.{name}`,
    added: '{operation} answers {after} instead of {name}.',
    removed: '{operation} answers {name}, no longer {before}.',
    changed: '{operation} answers {after}, no longer {before}.',
    breaks: ALL,
  },
  { at: `${OPERATION}.MappingOutbound.**`, any: '{operation} maps answers in another way.', breaks: ALL },
  { at: `${OPERATION}.**`, any: '{operation} works with other settings.', breaks: ALL },
];
