import {
  Option,
  type CommandUnknownOpts as Command,
  type Command as TypedCommand,
  type OptionValues,
} from '@commander-js/extra-typings';
import { DebugLog, RecordedRequests, type RecordedRequest } from '@ticketgate/database';
import { ConfigurationError, EXIT_CODE, type System } from '@ticketgate/runtime';
import {
  type TaskSystem,
  findCaller,
  readDefinition,
  readServiceRecord,
  readTraffic,
  type RecordedExchange,
  type Replayed,
  withReplayer,
} from '@ticketgate/admin';

import { withAdmin } from './admin-context.js';
import { readCount, sharedOptions } from './program-options.js';
import { printLine } from './terminal.js';

/** `debug-log replay` */
export function addReplayCommand(debugLog: Command): void {
  addReplayOptions(debugLog.command('replay'))
    .description('send a recorded request again, undo what it did, and compare the answers')
    .argument('<id>', 'of the communication, the request or its trace')
    .action(async (id, options, command) => {
      await withAdmin(command, async (admin) => {
        const request = await findRequest(admin, id);
        const contents = await new DebugLog(admin.database).contents(request.communicationID);
        const exchanges = [{ ...request, contents }];
        await replayAll(admin, { service: request.service, exchanges, as: sharedOptions(command).as, ...options });
      });
    });
}

/** `service test` */
export function addServiceTestCommand(service: Command): void {
  addReplayOptions(service.command('test'))
    .description('send recorded requests to two versions of a web service, undo what they did, and compare the answers')
    .argument('<name>')
    .requiredOption('--with <file>', 'what "ticketgate debug-log export" wrote')
    .option('--recorded', 'compare with the recorded answers; default: with those of the published version')
    .action(async (service, { with: file, recorded, ...options }, command) => {
      const traffic = { service, exchanges: readTraffic(file), as: sharedOptions(command).as };
      await withAdmin(command, (admin) => replayAll(admin, { ...traffic, isBeside: recorded !== true, ...options }));
    });
}

function addReplayOptions<Args extends unknown[], Options extends OptionValues>(command: TypedCommand<Args, Options>) {
  return command
    .option(
      '--version-id <id>',
      'a version of the web service, from "service history"; default: the published one',
      readCount,
    )
    .addOption(new Option('--revision <id>').argParser(readCount).hideHelp())
    .option('--file <file>', 'a definition file instead of it')
    .option('--ignore <names>', 'members that may differ, separated by commas, for example Age,Changed');
}

/** What is sent again, and to which version. */
interface Replay {
  readonly service: string;
  readonly exchanges: AsyncIterable<RecordedExchange> | Iterable<RecordedExchange>;
  /** Login of an agent. */
  readonly as?: string | undefined;
  /** Whether the answers are compared with those of the published version. */
  readonly isBeside?: boolean;
  readonly versionId?: number;
  /** The earlier name of `--version-id`. */
  readonly revision?: number;
  readonly file?: string;
  readonly ignore?: string;
}

/** Exit code 1 when something differs or was refused. */
async function replayAll(admin: TaskSystem, replay: Replay): Promise<void> {
  const { service, exchanges, as: login = 'root@localhost', isBeside, ignore = '' } = replay;
  const record = await recordOf(admin, replay);
  const sides = isBeside ? { record, beside: await readServiceRecord(admin, service, {}) } : { record };
  const caller = await findCaller({ type: 'agent', login }, admin);
  const ignored = new Set(ignore.split(',').filter(Boolean));
  const counts = { same: 0, different: 0, refused: 0 };
  await withReplayer(admin, { ...sides, caller, ignored }, async (replayer) => {
    for await (const exchange of exchanges) {
      const replayed = await replayer.replay(exchange);
      counts[replayed.kind] += 1;
      printLine(render(replayed));
    }
  });
  printLine(`${counts.same} the same, ${counts.different} different, ${counts.refused} not replayed`);
  if (counts.different + counts.refused > 0) process.exitCode = EXIT_CODE.failed;
}

function render({ communicationID, operation, kind, findings }: Replayed): string {
  const head = `${kind === 'refused' ? 'not replayed' : kind}  ${communicationID}  ${operation || '-'}`;
  return [head, ...findings.map((finding) => `  ${finding}`)].join('\n');
}

async function recordOf(admin: TaskSystem, { service, revision, versionId = revision, file }: Replay) {
  const definition = file === undefined ? undefined : (await readDefinition(file, admin.definitionBytes)).text;
  return readServiceRecord(admin, service, { version: versionId, definition });
}

/** @throws ConfigurationError when nothing was recorded under that id */
export async function findRequest({ database }: System, id: string): Promise<RecordedRequest> {
  const found = await new RecordedRequests(database).find(id);
  if (found !== undefined) return found;
  throw new ConfigurationError(
    `Nothing has been recorded about "${id}". DebugThreshold and Gateway.Debug.Sample of a web service control what is. "ticketgate debug-log list" lists requests.`,
  );
}
