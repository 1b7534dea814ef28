import { createReadStream } from 'node:fs';
import { type Answer, callInvokerByHand, command, commentSchema, readNamedFile } from '@ticketgate/admin';
import { decodeText } from '@ticketgate/definition';
import { findMistake, JsonScanner, parseJsonExactly, type ExceededLimit } from '@ticketgate/gateway';
import type { Data } from '@ticketgate/sdk';
import { type Configuration, ConfigurationError, readingLimits } from '@ticketgate/runtime';
import { flag, inputObject, integer, text } from '@ticketgate/sdk/schema';

type Result = Answer<Awaited<ReturnType<typeof callInvokerByHand.run>>>;

export const invokeCommand = command({
  usage: 'invoke <service> <invoker>',
  about: 'call an invoker of a web service as an event would',
  input: inputObject(
    { service: text(), invoker: text() },
    { ticket: integer(), input: text(), event: text(), dryRun: flag(), comment: commentSchema },
  ),
  words: {
    invoker: ['<invoker>', 'its name in the definition'],
    ticket: ['--ticket <id>', 'the ticket that the event is about'],
    input: ['--input <file>', 'JSON: what the event would bring, instead of --ticket'],
    event: ['--event <name>', 'the event that it stands for, for example TicketCreate'],
    dryRun: ['--dry-run', 'show what would be sent, and send nothing'],
  },
  async run({ service: name, ticket, input, ...rest }, { call, configuration }) {
    const data = await readEventData({ ticket, input }, configuration().configuration);
    return call(callInvokerByHand, { name, data, ...rest });
  },
  isFailed: ({ Success, notSent }) => Success !== 1 || notSent !== undefined,
  json: (result) => result,
  print: renderInvoked,
});

async function readEventData(
  { ticket, input }: { readonly ticket?: number | undefined; readonly input?: string | undefined },
  configuration: Configuration,
): Promise<Data> {
  if (ticket !== undefined && input === undefined) return { TicketID: ticket };
  if (input === undefined || ticket !== undefined) {
    throw new ConfigurationError(
      'Say what the event is about: --ticket with the id of a ticket, or --input with a file.',
    );
  }
  const bytes = await readNamedFile(input, (file) => readCounted(file, configuration));
  const { text, problems } = decodeText(bytes, input);
  const [problem] = problems;
  if (problem !== undefined) throw new ConfigurationError(`${input}:${problem.line}: ${problem.message}`);
  const data = parseJsonExactly(text);
  if (data === undefined) throw new ConfigurationError(`The file ${input} is not JSON: ${findMistake(bytes)}.`);
  return data as Data; // compared with the schema of the task
}

/** Reads a file of JSON, within the limits of requests. */
async function readCounted(file: string, configuration: Configuration): Promise<Buffer> {
  const { bodyLength, json } = readingLimits(configuration);
  const refuse = ({ what, setting }: ExceededLimit) => {
    const found = setting === 'jsonDepth' ? `is nested deeper than ${what}` : `has ${what}`;
    return new ConfigurationError(
      `The file ${file} ${found}, which limits.${setting} of the configuration allows at most.`,
    );
  };
  const scanner = new JsonScanner(json, refuse);
  const parts: Buffer[] = [];
  let length = 0;
  // Without an encoding, a stream has nothing but bytes.
  for await (const part of createReadStream(file) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > bodyLength) {
      throw new ConfigurationError(
        `The file ${file} has more than ${bodyLength} bytes, which http.maxBodySize allows at most.`,
      );
    }
    scanner.add(part);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function renderInvoked({ Success, ErrorMessage, Data, requests, notSent = 'Nothing was sent.' }: Result): string {
  const sent = requests.flatMap(({ method, url, headers, body, refused, unsent = [], status, answer, duration }) => [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['', body]),
    ...(unsent.length === 0 ? [] : ['', ...unsent]),
    ...(refused === undefined || Success !== 1 ? [] : ['', `It may not be sent: ${refused}`]),
    ...(status === undefined ? [] : ['', `answered ${status} in ${Math.round(duration ?? 0)} ms`, answer ?? '']),
    '',
  ]);
  const wasSent = requests.some(({ status }) => status !== undefined);
  if (Success !== 1) sent.push(`failed: ${ErrorMessage}`);
  else sent.push(wasSent ? `the invoker made of it: ${JSON.stringify(Data)}` : notSent);
  return sent.join('\n');
}
