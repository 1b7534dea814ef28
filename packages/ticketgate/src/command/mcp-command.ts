import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { makeServerURL, type Configuration } from '@ticketgate/runtime';

import { configurationFor } from './command-context.js';
import { readServer } from './remote-administration.js';

const ENVIRONMENT = {
  TICKETGATE_API_KEY: 'X-API-Key',
  TICKETGATE_SESSION_ID: 'X-OTRS-Header-SessionID',
  TICKETGATE_USER_LOGIN: 'X-OTRS-Header-UserLogin',
  TICKETGATE_PASSWORD: 'X-OTRS-Header-Password',
};

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .argument('<service>', 'name of a web service that has Gateway.MCP')
    .option('--url <url>', 'address of the running server (default: as configured)')
    .addHelpText(
      'after',
      `\nCredentials are taken from the environment: TICKETGATE_API_KEY, or TICKETGATE_SESSION_ID, or TICKETGATE_USER_LOGIN and TICKETGATE_PASSWORD.`,
    )
    .action(async (service, flags, command) => {
      const server = readServer(flags.url ?? ownAddress(configurationFor(command).configuration));
      const url = new URL(`${server}/Webservice/${encodeURIComponent(service)}/mcp`);
      const { connectStandardStreams } = await import('../mcp/connect-standard-streams.js');
      await connectStandardStreams(url, asHeaders(process.env));
    });
}

/** A server that listens on all addresses is reached on this machine. */
function ownAddress(configuration: Configuration): string {
  const { host } = configuration.http;
  const isOpen = ['0.0.0.0', '::'].includes(host);
  return makeServerURL({ ...configuration, http: { ...configuration.http, host: isOpen ? '127.0.0.1' : host } });
}

function asHeaders(environment: NodeJS.ProcessEnv): Record<string, string> {
  const found = Object.entries(ENVIRONMENT).flatMap(([name, header]) => {
    const value = environment[name] ?? '';
    return value === '' ? [] : [[header, value] as const];
  });
  return Object.fromEntries(found);
}
