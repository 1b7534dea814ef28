import type { Caller } from '@ticketgate/sdk';

/** A row that a password is compared with. */
export interface LoginRow {
  readonly type: Caller['type'];
  readonly id: number;
  readonly login: string;
  readonly pw: string | null;
  readonly valid_id: number;
  readonly has_second_factor: boolean;
}
