import type { ServerResponse } from 'node:http';
import type { Data, JsonSchema, RequestOrigin } from '@ticketgate/sdk';

import type { Method, TaskParts } from '../tasks/task.js';
import type { Author } from '../admin-system.js';
import type { Scope } from '../tasks/scope.js';
import { LoginNeeded } from './api-errors.js';
import type { ApiSystem } from '../open-admin-system.js';

/** An administrator who sends a request. */
export interface Administrator extends Author {
  readonly scope: Scope;
  /** Undefined for those who came with an API key. */
  readonly sessionID: string | undefined;
}

/** Where a request comes from. */
export interface AdminClient extends RequestOrigin {
  /** Whether it came by HTTPS. */
  readonly isSecure: boolean;
  /** This server as the client knows it, for example `https://gateway.example.org`. */
  readonly origin: string;
  /** The path below which the client sees it, for example `/helpdesk`; usually empty. */
  readonly prefix: string;
}

/** A request whose input fits the schemas of its route. */
export interface AdminRequest {
  readonly params: Data;
  readonly query: Data;
  readonly body: unknown;
  readonly client: AdminClient;
  readonly administrator: Administrator;
  /** The sign-in by a provider that this browser has begun, sealed. */
  readonly signIn?: string | undefined;
  /** The last event that a listener knew before it reconnected. */
  readonly lastEventID?: string | undefined;
  /** The sender with their current rights; rejects once they may no longer do this. For answers that take long. */
  readonly requireAllowed: () => Promise<Administrator>;
}

/** A request before its sender is authenticated. */
export type OpenRequest = Omit<AdminRequest, 'administrator'> & { readonly administrator: Administrator | undefined };

interface RouteParts extends TaskParts {
  readonly method: Method;
  /** Below `/admin/api`, for example `/services/:name`. */
  readonly path: string;
  /** Schema of the names in the path; converts texts to its types. Default: any texts. */
  readonly params?: JsonSchema;
  /** Object schema of the query; converts texts to its types. Default: no parameters. */
  readonly query?: JsonSchema;
  /** Default: no body. */
  readonly body?: JsonSchema;
}

/** One route of the API, as it is served, checked and documented. */
export interface AdminRoute extends RouteParts {
  /** Whether the route needs no login. */
  readonly isOpen?: true;
  readonly run: (call: OpenRequest, system: ApiSystem) => Promise<unknown>;
}

/** A route for those who are logged in. */
interface ProtectedRoute extends RouteParts {
  readonly run: (call: AdminRequest, system: ApiSystem) => Promise<unknown>;
}

/**
 * A route for administrators.
 *
 * @example
 * defineRoute({
 *   method: 'GET',
 *   path: '/time',
 *   summary: 'The time.',
 *   answer: objectOf({ time: moment }),
 *   run: async (_call, system) => ({ time: system.now() }),
 * });
 */
export function defineRoute({ run, ...parts }: ProtectedRoute): AdminRoute {
  return {
    ...parts,
    async run({ administrator, ...call }, system) {
      if (administrator === undefined) throw new LoginNeeded();
      return run({ ...call, administrator }, system);
    },
  };
}

/** The media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** An answer that continues as long as its client listens. */
export class AdminStream {
  readonly start: (response: ServerResponse) => void;

  constructor(start: (response: ServerResponse) => void) {
    this.start = start;
  }
}
