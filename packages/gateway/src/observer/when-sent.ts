import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Calls `then` once an answer has been handed to the operating system, or its connection is closed. */
export function whenSent(response: ServerResponse, socket: Socket, then: () => void): void {
  if (response.closed || socket.destroyed) {
    then();
    return;
  }
  if (response.socket !== null) {
    response.once('close', then);
    return;
  }
  // Behind a pipelined answer, this one gets no event when the connection closes.
  const end = () => {
    socket.off('close', end);
    response.off('close', end);
    then();
  };
  response.once('close', end);
  socket.once('close', end);
}
