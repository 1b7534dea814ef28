import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Calls `then` once an answer has been handed to the operating system, or its connection is gone. */
export function onceClosed(response: ServerResponse, socket: Socket, then: () => void): void {
  if (response.closed || socket.destroyed) {
    then();
    return;
  }
  if (response.socket !== null) {
    response.once('close', then);
    return;
  }
  // An answer behind another one on its connection is not told when that ends.
  const end = () => {
    socket.off('close', end);
    response.off('close', end);
    then();
  };
  response.once('close', end);
  socket.once('close', end);
}
