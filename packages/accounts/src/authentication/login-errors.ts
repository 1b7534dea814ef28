import { OperationError } from '@ticketgate/sdk';

/** Too many logins failed; the right password is refused as well until the oldest failures are forgotten. */
export class LoginThrottled extends OperationError {
  static readonly code = 'Accounts.LoginThrottled';
  static readonly reason = 'TooManyRequests';

  /** @param seconds until the failures are forgotten */
  constructor(seconds: number) {
    const message = `Too many logins failed. Try again in ${seconds} seconds, or use a SessionID.`;
    const { code, reason } = LoginThrottled;
    super(code, message, { reason, retryAfter: seconds, values: { seconds } });
  }
}

/** Verifying passwords is slow on purpose; when too many are waiting, further ones are refused at once. */
export class LoginsBusy extends OperationError {
  static readonly code = 'Accounts.LoginsBusy';
  static readonly reason = 'Unavailable';

  constructor() {
    const message =
      'Too many passwords are being checked at the moment. Try again in a few seconds, or use a SessionID.';
    super(LoginsBusy.code, message, { reason: LoginsBusy.reason, retryAfter: RETRY_SECONDS });
  }
}

const RETRY_SECONDS = 5;
