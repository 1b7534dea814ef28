import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Resolves when an answer has been handed to the operating system, or its connection is gone. */
export function untilClosed(response: ServerResponse, socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off('close', end);
      resolve();
    };
    if (response.closed || socket.destroyed) {
      end();
      return;
    }
    response.once('close', end);
    // An answer behind another one on its connection is not told when that ends.
    if (response.socket === null) socket.once('close', end);
  });
}
