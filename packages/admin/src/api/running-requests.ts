import type { RequestHandler } from 'express';

import { TooManyRequests } from './api-errors.js';

/** Per process. Each may hold a body of the largest size. */
const MOST = 50;

/** Counts the requests of administrators that wait for their answer, and refuses more than so many. */
export class RunningRequests {
  #count = 0;

  /** Its errors are `Admin.TooManyRequests`. */
  readonly handle: RequestHandler = (_request, response, next) => {
    if (this.#count >= MOST) throw new TooManyRequests(MOST);
    this.#count += 1;
    response.once('close', () => {
      this.#count -= 1;
    });
    next();
  };
}
