import { AgentUnknown, describeAgentAccess } from '@ticketgate/accounts';

import { defineAction } from '../tasks/action.js';
import {
  inputObject,
  flag,
  listOf,
  momentOrNull,
  named,
  objectOf,
  text,
  textOrNull,
  word,
} from '../tasks/schemas.js';

export const agentAccess = defineAction({
  summary:
    'Shows the permissions of an agent by group and where each comes from: from the agent (`role` is null) or a role, as this permission or as `rw`. With the roles and the last login.',
  input: inputObject({ name: word }),
  answer: named(
    'AgentAccess',
    objectOf({
      roles: listOf(objectOf({ name: text, isValid: flag })),
      permissions: listOf(
        named(
          'EffectivePermission',
          objectOf({
            group: text,
            permission: text,
            origins: listOf(named('PermissionOrigin', objectOf({ role: textOrNull, granted: text }))),
          }),
        ),
      ),
      lastLoginAt: momentOrNull,
    }),
  ),
  errors: [AgentUnknown],
  async run({ name }, { system }) {
    return describeAgentAccess(system.database, await system.accounts.agents.idOf(name));
  },
});
