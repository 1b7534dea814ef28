/** A definition that answers sessions. */
export function sessionService(route = '/session', rest = ''): string {
  return `# Sessions.
Debugger: { DebugThreshold: debug, TestMode: '0' }
Gateway: { Profile: contract, ErrorStatus: http }
Provider:
  Operation:
    Get:
      Type: Session::SessionGet
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, KeepAlive: '1', RouteOperationMapping: { Get: { Route: ${route}, RequestMethod: [POST] } } }
${rest}`;
}

/** A definition of `Test::Echo`. */
export const echoService = sessionService('/echo')
  .replaceAll('Get', 'Echo')
  .replace('Session::SessionEcho', 'Test::Echo');
