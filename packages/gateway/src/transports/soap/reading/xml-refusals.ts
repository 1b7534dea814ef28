import { clip, joinFirst } from '../../../debugger/cut-text.js';
import { CRASHED, createFailure, recordedFault, type RecordedAnswer } from '../../../failure.js';

/** Most characters of a message that may quote the client. */
const LONGEST = 300;

/** The family's answer to XML that it cannot read. */
function notRead(message: string): RecordedAnswer {
  return { reason: 'Broken', body: `Error deserializing message:${message}` };
}

export const MalformedXml = createFailure<string>('Gateway.MalformedBody', {
  reason: 'Invalid',
  message: (mistake) => clip(mistake, LONGEST),
  recorded: (mistake) => notRead(clip(mistake, LONGEST)),
});

/** A DTD could define entities or load other files. */
export const DoctypeRefused = createFailure('Gateway.DoctypeRefused', {
  reason: 'Invalid',
  message: () => 'The body has a document type declaration (<!DOCTYPE …>). Send the XML without it.',
  recorded: () => notRead('A document type declaration (<!DOCTYPE …>) is not allowed'),
});

const NO_BODY = 'Got no result body from deserialized content';

export const NoEnvelope = createFailure<string>('Gateway.WrongStructure', {
  reason: 'Invalid',
  message: (what) => `${clip(what, LONGEST)} Send a SOAP envelope whose Body has the element of an operation.`,
  recorded: () => ({ reason: 'Broken', body: NO_BODY }),
});

/** Text in place of an operation's element, which ends the family's process. */
export const TextInBody = createFailure('Gateway.WrongStructure', {
  reason: 'Invalid',
  message: () => 'The Body of the envelope has text in it. It takes the element of an operation.',
  recorded: () => CRASHED,
});

/** The family calls the first one by name, and ignores the others; it reads several of the same name as a list. */
export const SeveralOperations = createFailure<{ names: readonly string[] }>('Gateway.WrongStructure', {
  reason: 'Invalid',
  message: ({ names }) =>
    clip(`The Body of the envelope has several operations: ${names.join(', ')}. Send an envelope for each.`, LONGEST),
});

const SUPPORTED =
  'Supported versions:\n  1.1 (http://schemas.xmlsoap.org/soap/envelope/)\n  1.2 (http://www.w3.org/2003/05/soap-envelope)';

export const WrongVersion = createFailure<{ uri: string }>('Gateway.WrongStructure', {
  reason: 'Invalid',
  message: ({ uri }) =>
    `The namespace of the envelope is "${clip(uri, LONGEST)}", which is no version of SOAP. ${SUPPORTED.replace(/\s+/g, ' ')}.`,
  recorded: () => notRead(`Wrong SOAP version specified. ${SUPPORTED}\n`),
});

export const LengthRequired = createFailure('Gateway.LengthRequired', {
  reason: 'LengthRequired',
  message: () => 'The request has no body. Send a SOAP envelope with POST.',
  recorded: () => ({ reason: 'LengthRequired', body: 'Length Required' }),
});

export const OnlyPost = createFailure<{ method: string }>('Gateway.MethodNotAllowed', {
  reason: 'MethodNotAllowed',
  message: ({ method }) => `A SOAP service does not take ${method}. Send a SOAP envelope with POST.`,
  headers: () => ({ Allow: 'POST' }),
});

/** `SOAPAction` differs from the definition. `said` is the host's message, unless it is the usual one. */
export const WrongAction = createFailure<{ got: string; expected: string; said?: string }>('Gateway.WrongAction', {
  reason: 'Invalid',
  message: ({ got, expected }) =>
    `The header SOAPAction is "${clip(got, LONGEST)}". For this operation it is "${expected}", or it may be left out.`,
  recorded: ({ got, expected, said = `SOAPAction '${got}' does not match expected result '${expected}'` }) =>
    recordedFault(said),
});

export const OperationUnknown = createFailure<{ name: string; names: readonly string[] }>('Gateway.OperationUnknown', {
  reason: 'NotFound',
  message: ({ name, names }) => `There is no operation "${clip(name, LONGEST)}". This service has ${joinFirst(names)}`,
  recorded: () => recordedFault('Got no OperationType!'),
});
