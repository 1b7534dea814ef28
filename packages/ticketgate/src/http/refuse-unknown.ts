import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers that there is nothing at an address; the hint says what there is. */
export function refuseUnknown(request: IncomingMessage, response: ServerResponse, hint: string): void {
  const [path = ''] = (request.url ?? '').split('?');
  const message = `There is nothing at ${request.method ?? ''} ${path}. ${hint}`;
  response.statusCode = 404;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ Error: { ErrorCode: 'Server.NotFound', ErrorMessage: message } }));
}
