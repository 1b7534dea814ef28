import type { Command } from 'commander';
import { DebugLog } from '@ticketgate/database';

import { ConfigurationError } from '../configuration/configuration-error.js';
import type { System } from '../system/open-system.js';
import { withSystem } from './command-context.js';
import { formatOption, readCount } from './program-options.js';
import { renderTable, say } from './terminal.js';

interface ShowOptions {
  readonly service?: string;
  readonly limit: number;
  readonly format: string;
}

export function addDebugLogCommands(program: Command): void {
  const debugLog = program.command('debug-log').description('what the debugger of the web services recorded');
  debugLog
    .command('show')
    .description('list the newest requests, or everything recorded about one')
    .argument('[communicationID]', 'also in the X-Request-Id of the answer')
    .option('--service <name>', 'only requests to this web service')
    .option('--limit <count>', 'most requests to list', readCount, 20)
    .addOption(formatOption())
    .action(async (communicationID: string | undefined, options: ShowOptions, command: Command) => {
      await withSystem(command, async (system) => {
        say(
          await (communicationID === undefined
            ? listRequests(system, options)
            : showRequest(system, communicationID, options)),
        );
      });
    });
  debugLog
    .command('cleanup')
    .description('delete old entries')
    .requiredOption('--days <count>', 'delete what is older than this many days', readCount)
    .action(async ({ days }: { days: number }, command: Command) => {
      await withSystem(command, async (system) => {
        const moment = new Date(system.now().getTime() - days * 86_400_000);
        const count = await new DebugLog(system.database).cleanup(system.formatTime(moment));
        say(`${count} requests deleted`);
      });
    });
}

async function listRequests({ database, services }: System, { service, limit, format }: ShowOptions): Promise<string> {
  const found = service === undefined ? undefined : await services.find(service);
  if (service !== undefined && found === undefined) {
    throw new ConfigurationError(`There is no web service "${service}". "ticketgate service list" shows all of them.`);
  }
  const wanted = found === undefined ? {} : { webServiceID: found.id };
  const entries = await new DebugLog(database).search({ limit, order: 'DESC', ...wanted });
  if (format === 'json') return JSON.stringify(entries, undefined, 2);
  if (entries.length === 0) return 'Nothing has been recorded. The DebugThreshold of a web service controls what is.';
  return renderTable(
    entries.map(({ created, communicationID, webService, remoteIP }) => [
      created,
      communicationID,
      webService,
      remoteIP ?? '',
    ]),
  );
}

async function showRequest({ database }: System, communicationID: string, { format }: ShowOptions): Promise<string> {
  const contents = await new DebugLog(database).contents(communicationID);
  if (contents.length === 0) {
    throw new ConfigurationError(
      `Nothing has been recorded about "${communicationID}". "ticketgate debug-log show" lists requests.`,
    );
  }
  if (format === 'json') return JSON.stringify(contents, undefined, 2);
  return contents
    .map(({ created, level, subject, content }) =>
      [`${created}  ${level.padEnd(6)}  ${subject}`, inLines(content ?? '')].join('\n').trimEnd(),
    )
    .join('\n\n');
}

/** JSON member by member, however it is stored; other texts unchanged. */
function inLines(content: string): string {
  if (!/^[[{]/.test(content)) return content;
  try {
    return JSON.stringify(JSON.parse(content), undefined, 2);
  } catch {
    return content;
  }
}
