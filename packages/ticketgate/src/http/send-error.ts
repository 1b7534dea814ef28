import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers with an error in the form that flat web services have. */
export function sendError(
  response: ServerResponse,
  status: number,
  [ErrorCode, ErrorMessage]: readonly [string, string],
): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=UTF-8');
  response.end(JSON.stringify({ Error: { ErrorCode, ErrorMessage } }));
}

/** Answers that there is nothing at an address; the hint says what there is. */
export function refuseUnknown(request: IncomingMessage, response: ServerResponse, hint: string): void {
  const [path = ''] = (request.url ?? '').split('?');
  const message = `There is nothing at ${request.method ?? ''} ${path}. ${hint}`;
  sendError(response, 404, ['Server.NotFound', message]);
}
