import type { Replicas, RequestFeed, ServiceStore } from '@ticketgate/database';

/** Where events come from. */
export interface EventSources {
  readonly requests: Pick<RequestFeed, 'now' | 'since'>;
  readonly services: Pick<ServiceStore, 'list' | 'versions'>;
  readonly replicas: Pick<Replicas, 'list'>;
  now(): Date;
  /** Calls `onChange` after a change of web services by anybody. Resolves to the way to stop. */
  watchServices(onChange: () => void): Promise<() => void>;
  /** Messages between the processes on one database. */
  readonly messages: {
    listen(handler: (payload: string | undefined) => void): Promise<() => void>;
    send(payload: string): Promise<void>;
  };
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}
