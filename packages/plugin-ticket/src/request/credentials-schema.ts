import { text, type Members } from './member-schemas.js';

/** How agents say who they are, where an operation is for them alone or has another use for CustomerUserLogin. */
export const AGENT_CREDENTIALS: Members = {
  SessionID: { type: 'string', secret: true, description: 'Of SessionCreate; wins over logins.' },
  UserLogin: text('Login of an agent.'),
  Password: { type: 'string', secret: true },
};

export const CREDENTIALS: Members = {
  ...AGENT_CREDENTIALS,
  CustomerUserLogin: text('Login of a customer user.'),
};
