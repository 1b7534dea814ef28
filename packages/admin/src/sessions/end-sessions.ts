import { changeAudited } from '../audit/audited-change.js';
import { SessionUnknown } from '../api/api-errors.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, integer, objectOf, word } from '../tasks/schemas.js';
import { commentSchema } from '../services/service-schemas.js';

export const endSession = defineAction({
  summary: 'Ends a session.',
  input: inputObject({ handle: word }, { comment: commentSchema }),
  errors: [SessionUnknown],
  async run({ handle, comment }, { system, author }) {
    await changeAudited(system.accounts, author, {
      action: 'login ended',
      subject: handle,
      comment,
      async change({ sessions }) {
        if (!(await sessions.end(handle))) throw new SessionUnknown({ handle });
      },
    });
  },
});

export const endAllSessions = defineAction({
  summary: 'Ends all sessions of one agent or one customer user.',
  input: inputObject(
    { login: word, type: { enum: ['User', 'Customer'], description: 'whose login it is' } },
    { comment: commentSchema },
  ),
  answer: objectOf({ sessions: integer }),
  async run({ login, type, comment }, { system, author }) {
    const sessions = await changeAudited(system.accounts, author, {
      action: 'logins ended',
      subject: login,
      comment,
      change: (changing) => changing.sessions.endAll({ login, type }),
      after: (count) => ({ type, sessions: count }),
    });
    return { sessions };
  },
});
