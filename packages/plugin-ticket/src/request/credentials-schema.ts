import { text } from '../columns/member-schemas.js';

/** How agents say who they are, where an operation is for them alone or has another use for CustomerUserLogin. */
export const AGENT_CREDENTIALS = {
  SessionID: { type: 'string', secret: true, description: 'Of SessionCreate; wins over logins.' },
  UserLogin: text('Login of an agent.'),
  Password: { type: 'string', secret: true },
} as const;

export const CREDENTIALS = {
  ...AGENT_CREDENTIALS,
  CustomerUserLogin: text('Login of a customer user.'),
} as const;
