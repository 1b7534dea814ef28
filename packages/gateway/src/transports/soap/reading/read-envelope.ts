import { isData, type Data } from '@ticketgate/sdk';

import type { Exchange } from '../../transport.js';
import { readBodyCoding, readBody, RECEIVED } from '../../http/read-body.js';
import { addInTurns, XmlDecoder } from './decode-xml.js';
import { LengthRequired, NoEnvelope, TextInBody, WrongVersion } from './xml-refusals.js';
import { XmlReader, type XmlDocument } from './xml-reader.js';

/** The content of a request. */
export type Envelope = Awaited<ReturnType<typeof readEnvelope>>;

interface EnvelopeRules {
  /** Bytes. */
  readonly limit: number;
  readonly isContract: boolean;
  /** Called as soon as the version is known, which answers to failures use as well. */
  readonly onVersion: (version: SoapVersion) => void;
}

/** @throws Failure of the body, of its XML, and of its envelope */
export async function readEnvelope(
  { request, trace, limits, reservation }: Exchange,
  { limit, isContract, onVersion }: EnvelopeRules,
) {
  const { isZipped, charset } = readBodyCoding(request, isContract);
  const reader = new XmlReader({ limits: limits.json, decodesBase64: !isContract });
  const decoder = new XmlDecoder(reader, charset);
  const { length } = await readBody(request, {
    ...{ limit, reservation, pace: limits.pace, isZipped, onChunk: addInTurns(decoder) },
    mayLie: !isContract,
  });
  if (length === 0) throw new LengthRequired();
  decoder.finish();
  const document = reader.finish();
  const version = toVersion(document);
  if (version !== undefined) onVersion(version);
  const body = requireBody(document);
  trace.debug(RECEIVED, () => body);
  // The first by name, as in the family; it may refer to parts of the others.
  const [element = '', ...others] = Object.keys(body).sort();
  return {
    /** The name of the operation's element. */
    element,
    /** The element's content: members, a text, or a list if the element is repeated. */
    content: body[element],
    others,
  };
}

function toVersion({ name, uri }: XmlDocument): SoapVersion | undefined {
  if (name !== 'Envelope') throw new NoEnvelope(`The body is a document "${name}".`);
  if (uri === '') return undefined;
  const version = SOAP_VERSIONS.find(({ envelope }) => envelope === uri);
  if (version === undefined) throw new WrongVersion({ uri });
  return version;
}

function requireBody({ value }: XmlDocument): Data {
  const body = isData(value) ? value.Body : undefined;
  if (isData(body)) return body;
  if (typeof body === 'string' && body.trim() !== '') throw new TextInBody();
  throw new NoEnvelope(body === undefined ? 'The envelope has no Body.' : 'The Body of the envelope is empty.');
}

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

const SOAP_VERSIONS: readonly SoapVersion[] = [SOAP_11, SOAP_12];
