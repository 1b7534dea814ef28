/** A version of SOAP, with its namespaces. */
export interface SoapVersion {
  readonly envelope: string;
  readonly encoding: string;
  readonly contentType: string;
}

export const SOAP_11: SoapVersion = {
  envelope: 'http://schemas.xmlsoap.org/soap/envelope/',
  encoding: 'http://schemas.xmlsoap.org/soap/encoding/',
  contentType: 'text/xml',
};

export const SOAP_12: SoapVersion = {
  envelope: 'http://www.w3.org/2003/05/soap-envelope',
  encoding: 'http://www.w3.org/2003/05/soap-encoding',
  contentType: 'application/soap+xml',
};

export const SOAP_VERSIONS: readonly SoapVersion[] = [SOAP_11, SOAP_12];
