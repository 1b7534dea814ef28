import { manual } from './manual.js';
import { requesterRestSchema } from './requester-rest-schema.js';
import { text, unused } from './scalar-schemas.js';
import { soapConfigSchema } from './soap-config-schema.js';

const { Timeout, AdditionalHeaders, OutboundHeaders, Authentication, Proxy, SSL } = requesterRestSchema.properties;
const { NameSpace, RequestNameScheme, RequestNameFreeText, ResponseNameScheme, ResponseNameFreeText, Sort } =
  soapConfigSchema.properties;
const { SOAPAction, SOAPActionScheme, SOAPActionSeparator, SOAPActionFreeText } = soapConfigSchema.properties;

/** The keys of `Requester.Transport.Config` of HTTP::SOAP. */
export const requesterSoapSchema = {
  type: 'object',
  description: 'a map',
  additionalProperties: false,
  properties: {
    Endpoint: {
      ...text,
      ...manual('The address of the other system, with its path.', 'required', 'https://erp.example.org/soap'),
    },
    NameSpace,
    RequestNameScheme,
    RequestNameFreeText,
    ResponseNameScheme,
    ResponseNameFreeText,
    SOAPAction,
    SOAPActionScheme,
    SOAPActionSeparator,
    SOAPActionFreeText,
    Sort,
    Timeout,
    AdditionalHeaders,
    OutboundHeaders,
    Authentication,
    Proxy,
    SSL,
    Encoding: {
      ...text,
      ...unused,
      ...manual('Kept, without an effect: answers are read in the encoding that they name.', 'none', 'UTF-8'),
    },
  },
} as const;
