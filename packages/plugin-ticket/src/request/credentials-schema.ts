import type { JsonSchema } from '@ticketgate/sdk';

type Members = Readonly<Record<string, JsonSchema>>;

/** How agents say who they are, where an operation is for them alone or has another use for CustomerUserLogin. */
export const AGENT_CREDENTIALS: Members = {
  SessionID: { type: 'string', secret: true, description: 'Of SessionCreate; wins over logins.' },
  UserLogin: { type: 'string', description: 'Login of an agent.' },
  Password: { type: 'string', secret: true },
};

export const CREDENTIALS: Members = {
  ...AGENT_CREDENTIALS,
  CustomerUserLogin: { type: 'string', description: 'Login of a customer user.' },
};
