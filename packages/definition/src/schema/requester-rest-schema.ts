import { REST_COMMANDS } from '../invoker-target.js';
import { manual } from './manual.js';
import { text, texts, unused } from './scalar-schemas.js';

const yesOrNo = { enum: ['Yes', 'No', '', null], description: 'Yes or No' } as const;

const controller = {
  type: 'object',
  description: 'a map with Controller and Command',
  ...manual('Where the requests of the invoker of this name go.', 'required', {
    Controller: '/rooms/:Room/messages',
    Command: 'POST',
  }),
  additionalProperties: false,
  properties: {
    Controller: {
      ...text,
      ...manual(
        'The path and query below `Host`. `:Name` is replaced by that member of the data.',
        'required',
        '/rooms/:Room/messages',
      ),
    },
    Command: {
      enum: REST_COMMANDS,
      description: 'an HTTP method',
      ...manual('The method.', '`DefaultCommand`', 'POST'),
    },
  },
} as const;

/** Of AuthTypes that are not served. */
const IGNORED_CREDENTIALS = {
  KerberosUser: { ...text, ...unused, ...manual('Kept and not used.', 'none', 'helpdesk') },
  KerberosKeytab: { ...text, ...unused, ...manual('Kept and not used.', 'none', '/etc/krb5.keytab') },
} as const;

const authentication = {
  type: ['object', 'null'],
  description: 'a map with AuthType',
  ...manual('How requests sign in.', 'not at all', { AuthType: 'BasicAuth', BasicAuthUser: 'helpdesk' }),
  additionalProperties: false,
  properties: {
    AuthType: {
      ...text,
      examples: ['BasicAuth', 'JWT', 'OAuth2Token'],
      ...manual('`BasicAuth` sends a name and a password, `JWT` and `OAuth2Token` a token.', 'none', 'BasicAuth'),
    },
    BasicAuthUser: { ...text, ...manual('The name.', 'required', 'helpdesk') },
    BasicAuthPassword: {
      ...text,
      ...manual('The password, or the name of a variable `TICKETGATE_SECRET_…`.', 'required', 'TICKETGATE_SECRET_CHAT'),
    },
    OAuth2TokenConfigName: {
      ...text,
      ...manual('The name of an entry of `requester.tokens` of the configuration.', 'required', 'chat'),
    },
    JWTAuthKeyFilePath: {
      ...text,
      ...manual('The file of the key that signs: PEM, or the secret of HS algorithms.', 'required', '/etc/ssl/jwt.pem'),
    },
    JWTAuthKeyFilePassword: {
      ...text,
      ...manual(
        'The password of the key, or the name of a variable `TICKETGATE_SECRET_…`.',
        'none',
        'TICKETGATE_SECRET_JWT',
      ),
    },
    JWTAuthAlgorithm: {
      ...text,
      ...manual('RS, PS, ES or HS with 256, 384 or 512, or EdDSA.', 'required', 'RS512'),
    },
    JWTAuthTTL: { ...text, ...manual('Seconds that a token is valid.', '`3600`', '600') },
    JWTAuthCertificateFilePath: {
      ...text,
      ...manual('The certificate for the placeholder of its subject.', 'none', '/etc/ssl/gateway.pem'),
    },
    JWTAuthPayload: {
      type: ['string', 'number', 'object'],
      description: 'a text or a map',
      ...manual('The claims beside `iat` and `exp`.', 'none', 'iss=helpdesk;aud=chat'),
    },
    JWTAuthAdditionalHeaderData: {
      type: ['string', 'number', 'object'],
      description: 'a text or a map',
      ...manual('Members of the header of the token.', 'none', 'kid=2026'),
    },
    ...IGNORED_CREDENTIALS,
  },
} as const;

const proxy = {
  type: ['object', 'null'],
  description: 'a map with UseProxy',
  ...manual('The proxy for requests.', 'none', { UseProxy: 'Yes', ProxyHost: 'http://proxy.example.org:3128' }),
  additionalProperties: false,
  properties: {
    UseProxy: { ...yesOrNo, ...manual('`Yes` uses it.', '`No`', 'Yes') },
    ProxyHost: { ...text, ...manual('Its address.', 'none', 'http://proxy.example.org:3128') },
    ProxyUser: { ...text, ...manual('The name to sign in with.', 'none', 'helpdesk') },
    ProxyPassword: {
      ...text,
      ...manual('The password, or the name of a variable `TICKETGATE_SECRET_…`.', 'none', 'TICKETGATE_SECRET_PROXY'),
    },
    ProxyExclude: { ...yesOrNo, ...manual('`Yes` goes past the proxy.', '`No`', 'No') },
  },
} as const;

const ssl = {
  type: ['object', 'null'],
  description: 'a map with UseSSL',
  ...manual('Which certificates are used and accepted.', 'those of the system', {
    UseSSL: 'Yes',
    SSLCAFile: '/etc/ssl/own-ca.pem',
  }),
  additionalProperties: false,
  properties: {
    UseSSL: { ...yesOrNo, ...manual('`Yes` makes the other keys count.', '`No`', 'Yes') },
    SSLCAFile: { ...text, ...manual('A file of certificate authorities.', 'none', '/etc/ssl/own-ca.pem') },
    SSLCADir: { ...text, ...manual('A folder of certificate authorities.', 'none', '/etc/ssl/own') },
    SSLCertificate: { ...text, ...manual('The file of our certificate.', 'none', '/etc/ssl/gateway.pem') },
    SSLKey: { ...text, ...manual('The file of its key.', 'none', '/etc/ssl/gateway.key') },
    SSLPassword: {
      ...text,
      ...manual(
        'The password of the key, or the name of a variable `TICKETGATE_SECRET_…`.',
        'none',
        'TICKETGATE_SECRET_KEY',
      ),
    },
    SSLVerifyHostname: { ...yesOrNo, ...manual('`No` accepts certificates of other names.', '`Yes`', 'Yes') },
    SSLNoHostnameVerification: {
      ...text,
      ...manual('`1` or `Yes` accepts certificates of other names.', '`No`', 'No'),
    },
  },
} as const;

/** The keys of `Requester.Transport.Config` of HTTP::REST; the rules check what they mean. */
export const requesterRestSchema = {
  type: 'object',
  description: 'a map',
  ...manual('Where requests go, and how.', 'required', { Host: 'https://chat.example.org', DefaultCommand: 'POST' }),
  additionalProperties: false,
  properties: {
    Host: {
      ...text,
      ...manual(
        'Scheme, host, port, and a path that comes before the controller.',
        'required',
        'https://chat.example.org',
      ),
    },
    DefaultCommand: {
      enum: REST_COMMANDS,
      description: 'an HTTP method',
      ...manual('The method of invokers without a `Command`.', 'required', 'POST'),
    },
    Timeout: { ...text, ...manual('Seconds of the whole exchange; `0` for no limit.', 'required', '10') },
    InvokerControllerMapping: {
      type: ['object', 'null'],
      description: 'a map from invokers to their controllers',
      ...manual('Where the requests of each invoker go.', 'required', { Announce: { Controller: '/messages' } }),
      additionalProperties: controller,
    },
    AdditionalHeaders: {
      ...texts,
      ...manual('Headers of all requests. With any, `OutboundHeaders` has no effect.', 'none', {
        'X-Team': 'helpdesk',
      }),
    },
    OutboundHeaders: {
      type: ['object', 'null'],
      description: 'a map with Common and Specific',
      ...manual('Headers of requests.', 'none', { Common: { 'X-Team': 'helpdesk' } }),
      additionalProperties: false,
      properties: {
        Common: { ...texts, ...manual('Headers of all requests.', 'none', { 'X-Team': 'helpdesk' }) },
        Specific: {
          type: ['object', 'null'],
          description: 'a map from invokers to their headers',
          ...manual('Headers by invoker.', 'none', { Announce: { 'X-Team': 'helpdesk' } }),
          additionalProperties: texts,
        },
      },
    },
    ContentType: {
      enum: ['JSON', 'FORM'],
      description: 'JSON or FORM',
      ...manual('How data is sent in a body.', '`JSON`', 'JSON'),
    },
    Authentication: authentication,
    Proxy: proxy,
    SSL: ssl,
    ReuseClient: {
      ...text,
      ...unused,
      ...manual('Kept, without an effect: connections are always reused.', 'none', '1'),
    },
  },
} as const;
