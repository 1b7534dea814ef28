import { asKey, map, mapOrNothing, mapTo, choice, LEAF, leaf, leaves, LEAVES, titled, unused } from '../check/keys.js';

/** The commands of HTTP::REST. The family also accepts CONNECT and TRACE, but they end its process. */
export const REST_COMMANDS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const yesOrNo = choice(['Yes', 'No', '', null], { description: 'Yes or No' });

const textOrMap = asKey({ type: ['string', 'number', 'object'], description: 'a text or a map' });

/** A secret, which may be in a variable: `TICKETGATE_SECRET_` and the name. */
function secret(what: string, fallback: string, name: string) {
  return leaf(`${what}, or the name of a variable \`TICKETGATE_SECRET_…\`.`, fallback, `TICKETGATE_SECRET_${name}`);
}

const controller = map('a map with Controller and Command', {
  Controller: titled('Path', leaf)(
    'The path and query below `Host`. `:Name` is replaced by that member of the data.',
    'required',
    '/rooms/:Room/messages',
  ),
  Command: titled('Method', choice(REST_COMMANDS, { description: 'an HTTP method' }))(
    'The method.',
    '`DefaultCommand`',
    'POST',
  ),
})('Where the requests of the invoker of this name go.', 'required', {
  Controller: '/rooms/:Room/messages',
  Command: 'POST',
});

const authentication = mapOrNothing('a map with AuthType', {
  AuthType: asKey({ title: 'Kind of sign-in', ...LEAF, examples: ['BasicAuth', 'JWT', 'OAuth2Token'] })(
    '`BasicAuth` sends a name and a password, `JWT` and `OAuth2Token` a token.',
    'none',
    'BasicAuth',
  ),
  BasicAuthUser: titled('User', leaf)('The name.', 'required', 'helpdesk'),
  BasicAuthPassword: titled('Password', secret)('The password', 'required', 'CHAT'),
  OAuth2TokenConfigName: titled('Token of the configuration', leaf)(
    'The name of an entry of `requester.tokens` of the configuration.',
    'required',
    'chat',
  ),
  JWTAuthKeyFilePath: titled('File of the key', leaf)(
    'The file of the key that signs: PEM, or the secret of HS algorithms.',
    'required',
    '/etc/ssl/jwt.pem',
  ),
  JWTAuthKeyFilePassword: titled('Password of the key', secret)('The password of the key', 'none', 'JWT'),
  JWTAuthAlgorithm: titled('Algorithm', leaf)('RS, PS, ES or HS with 256, 384 or 512, or EdDSA.', 'required', 'RS512'),
  JWTAuthTTL: titled('Seconds that a token is valid', leaf)('Seconds that a token is valid.', '`3600`', '600'),
  JWTAuthCertificateFilePath: titled('File of the certificate', leaf)(
    'The certificate for the placeholder of its subject.',
    'none',
    '/etc/ssl/gateway.pem',
  ),
  JWTAuthPayload: titled('Claims of the token', textOrMap)(
    'The claims in addition to `iat` and `exp`.',
    'none',
    'iss=helpdesk;aud=chat',
  ),
  JWTAuthAdditionalHeaderData: titled('Header of the token', textOrMap)(
    'Members of the header of the token.',
    'none',
    'kid=2026',
  ),
  // Keys of AuthTypes that are not served.
  KerberosUser: unused.leaf('Kept and not used.', 'none', 'helpdesk'),
  KerberosKeytab: unused.leaf('Kept and not used.', 'none', '/etc/krb5.keytab'),
})('How requests sign in.', 'not at all', { AuthType: 'BasicAuth', BasicAuthUser: 'helpdesk' });

const proxy = mapOrNothing('a map with UseProxy', {
  UseProxy: titled('Use the proxy', yesOrNo)('`Yes` uses it.', '`No`', 'Yes'),
  ProxyHost: titled('Address of the proxy', leaf)('Its address.', 'none', 'http://proxy.example.org:3128'),
  ProxyUser: titled('User of the proxy', leaf)('The name to sign in with.', 'none', 'helpdesk'),
  ProxyPassword: titled('Password of the proxy', secret)('The password', 'none', 'PROXY'),
  ProxyExclude: titled('Go past the proxy', yesOrNo)('`Yes` goes past the proxy.', '`No`', 'No'),
})('The proxy for requests.', 'none', { UseProxy: 'Yes', ProxyHost: 'http://proxy.example.org:3128' });

const ssl = mapOrNothing('a map with UseSSL', {
  UseSSL: titled('Use these certificates', yesOrNo)('`Yes` makes the other keys count.', '`No`', 'Yes'),
  SSLCAFile: titled('File of authorities', leaf)('A file of certificate authorities.', 'none', '/etc/ssl/own-ca.pem'),
  SSLCADir: titled('Folder of authorities', leaf)('A folder of certificate authorities.', 'none', '/etc/ssl/own'),
  SSLCertificate: titled('File of our certificate', leaf)(
    'The file of our certificate.',
    'none',
    '/etc/ssl/gateway.pem',
  ),
  SSLKey: titled('File of its key', leaf)('The file of its key.', 'none', '/etc/ssl/gateway.key'),
  SSLPassword: titled('Password of its key', secret)('The password of the key', 'none', 'KEY'),
  SSLVerifyHostname: titled('Check the name in certificates', yesOrNo)(
    '`No` accepts certificates of other names.',
    '`Yes`',
    'Yes',
  ),
  SSLNoHostnameVerification: titled('Accept certificates of other names', leaf)(
    '`1` or `Yes` accepts certificates of other names.',
    '`No`',
    'No',
  ),
})('Which certificates are used and accepted.', 'those of the system', {
  UseSSL: 'Yes',
  SSLCAFile: '/etc/ssl/own-ca.pem',
});

export const requesterRestSchema = map('a map', {
  Host: titled('Address', leaf)(
    'Scheme, host, port, and a path that comes before the controller.',
    'required',
    'https://chat.example.org',
  ),
  DefaultCommand: titled('Usual method', choice(REST_COMMANDS, { description: 'an HTTP method' }))(
    'The method of invokers without a `Command`.',
    'required',
    'POST',
  ),
  Timeout: titled('Time limit, in seconds', leaf)('Seconds of the whole exchange; `0` for no limit.', 'required', '10'),
  InvokerControllerMapping: titled(
    'Paths of the invokers',
    mapTo('a map from invokers to their controllers', controller),
  )('Where the requests of each invoker go.', 'required', { Announce: { Controller: '/messages' } }),
  AdditionalHeaders: titled('Headers of all requests', leaves)(
    'Headers of all requests. With any, `OutboundHeaders` has no effect.',
    'none',
    { 'X-Team': 'helpdesk' },
  ),
  OutboundHeaders: titled(
    'Headers of invokers',
    mapOrNothing('a map with Common and Specific', {
      Common: titled('For all of them', leaves)('Headers of all requests.', 'none', { 'X-Team': 'helpdesk' }),
      Specific: titled('For single ones', mapTo('a map from invokers to their headers', LEAVES))(
        'Headers by invoker.',
        'none',
        { Announce: { 'X-Team': 'helpdesk' } },
      ),
    }),
  )('Headers of requests.', 'none', { Common: { 'X-Team': 'helpdesk' } }),
  ContentType: titled('Form of the body', choice(['JSON', 'FORM', 'XML'], { description: 'JSON, FORM or XML' }))(
    'How data is sent in a body.',
    '`JSON`',
    'JSON',
  ),
  Authentication: { title: 'Sign-in', ...authentication },
  Proxy: { title: 'Proxy', ...proxy },
  SSL: { title: 'Certificates', ...ssl },
  ReuseClient: unused.leaf('Kept, without an effect: connections are always reused.', 'none', '1'),
})('Where requests go, and how.', 'required', { Host: 'https://chat.example.org', DefaultCommand: 'POST' });
