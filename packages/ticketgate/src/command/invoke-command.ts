import { createReadStream } from 'node:fs';
import { callInvokerByHand, readNamedFile, type Answer } from '@ticketgate/admin';
import { decodeText } from '@ticketgate/definition';
import { findMistake, JsonScanner, parseJson, type ExceededLimit } from '@ticketgate/gateway';
import type { Data } from '@ticketgate/sdk';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError, EXIT_CODE, readingLimits } from '@ticketgate/runtime';

import { addCommentOption } from './audited.js';
import { withTasks } from './call-task.js';
import { configurationFor } from './command-context.js';
import { formatOption, readCount } from './program-options.js';
import { printResult } from './terminal.js';

type Result = Answer<Awaited<ReturnType<typeof callInvokerByHand.run>>>;

/** `invoke` */
export function addInvokeCommand(program: Command): void {
  addCommentOption(program.command('invoke'))
    .description('call an invoker of a web service as an event would')
    .argument('<service>')
    .argument('<invoker>', 'its name in the definition')
    .option('--ticket <id>', 'the ticket that the event is about', readCount)
    .option('--input <file>', 'JSON: what the event would bring, instead of --ticket')
    .option('--event <name>', 'the event that it stands for, for example TicketCreate')
    .option('--dry-run', 'show what would be sent, and send nothing')
    .addOption(formatOption())
    .action(async (...[name, invoker, flags, command]) => {
      const { event, comment, dryRun = false, format } = flags;
      const asked = {
        name,
        invoker,
        data: await dataOf(flags, command),
        ...{ event, dryRun, comment },
      };
      const result = await withTasks(command, ({ call }) => call(callInvokerByHand, asked));
      printResult(format, result, render);
      if (result.Success !== 1) process.exitCode = EXIT_CODE.failed;
    });
}

async function dataOf(
  { ticket, input }: { readonly ticket?: number; readonly input?: string },
  command: Command,
): Promise<Data> {
  if (ticket !== undefined && input === undefined) return { TicketID: ticket };
  if (input === undefined || ticket !== undefined) {
    throw new ConfigurationError(
      'Say what the event is about: --ticket with the id of a ticket, or --input with a file.',
    );
  }
  const bytes = await readNamedFile(input, (file) => readCounted(file, command));
  const { text, problems } = decodeText(bytes, input);
  const [problem] = problems;
  if (problem !== undefined) throw new ConfigurationError(`${input}:${problem.line}: ${problem.message}`);
  const data = parseJson(text);
  if (data === undefined) throw new ConfigurationError(`The file ${input} is no JSON: ${findMistake(bytes)}.`);
  return data as Data; // compared with the schema of the task
}

/** Reads a file of JSON, within the limits of requests. */
async function readCounted(file: string, command: Command): Promise<Buffer> {
  const { bodyLength, json } = readingLimits(configurationFor(command).configuration);
  const refuse = ({ what, setting }: ExceededLimit) => {
    const found = setting === 'jsonDepth' ? `is nested deeper than ${what}` : `has ${what}`;
    return new ConfigurationError(
      `The file ${file} ${found}, which limits.${setting} of the configuration allows at most.`,
    );
  };
  const scanner = new JsonScanner(json, refuse);
  const parts: Buffer[] = [];
  let length = 0;
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

function render({ Success, ErrorMessage, Data, requests }: Result): string {
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
  else sent.push(wasSent ? `the invoker made of it: ${JSON.stringify(Data)}` : 'Nothing was sent.');
  return sent.join('\n');
}
