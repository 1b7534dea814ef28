import { exportDefinition } from '@ticketgate/definition';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { getService, listServices, type ServiceSummary } from '@ticketgate/admin';

import { formatOption } from './program-options.js';
import { addServiceChangeCommands } from './service-change-commands.js';
import { withAdmin } from './admin-context.js';
import { addServiceNewCommand } from './service-new-command.js';
import { addServicePublishCommands } from './service-publish-commands.js';
import { addServiceTestCommand } from './debug-log-replay-command.js';
import { addServiceVersionCommands } from './service-version-commands.js';
import { formatMoment, printResult, renderList, writeOutput } from './terminal.js';

export function addServiceCommands(program: Command): void {
  const service = program.command('service').description('manage the web services in the database');
  addListCommand(service);
  addServiceNewCommand(service);
  addServicePublishCommands(service);
  addExportCommand(service);
  addServiceVersionCommands(service);
  addServiceTestCommand(service);
  addServiceChangeCommands(service);
}

function addListCommand(service: Command): void {
  service
    .command('list')
    .description(
      'list all web services: state, where from, when and by whom changed, routes, warnings, calls of the last 7 days, and what is wrong',
    )
    .addOption(formatOption())
    .action(async ({ format }, command) => {
      await withAdmin(command, async (admin) => {
        const services = await listServices(admin);
        printResult(format, services, () => renderList(services, HEADINGS, cellsOf));
      });
    });
}

const HEADINGS = 'ID NAME STATE FROM CHANGED BY ROUTES WARNINGS CALLS NOTES';

function cellsOf({ id, name, state, details, ...rest }: ServiceSummary): readonly string[] {
  const notes = notesOf({ details, ...rest }).join(' ');
  if (details === undefined) return [String(id ?? '-'), name, state, '-', '-', '-', '-', '-', '-', notes];
  const { origin, version, routes, warnings, calls } = details;
  const changed = [origin ?? '-', version === undefined ? '-' : formatMoment(version.time), version?.author ?? '-'];
  return [String(id ?? '-'), name, state, ...changed, String(routes), String(warnings), String(calls), notes];
}

function notesOf({ reason, drift, details }: Pick<ServiceSummary, 'reason' | 'drift' | 'details'>): readonly string[] {
  const { lastGoodVersion: good, invokersOff } = details ?? {};
  return [
    ...(reason === undefined ? [] : [reason]),
    ...(good === undefined ? [] : [`Version ${good.id} can be served.`]),
    ...(drift === undefined ? [] : [`drift: ${drift}`]),
    ...(invokersOff === undefined ? [] : [`Events do not call its invokers: ${invokersOff}`]),
  ];
}

function addExportCommand(service: Command): void {
  service
    .command('export')
    .description('write the definition of a web service, byte for byte as it is stored')
    .argument('<name>')
    .option('--output <file>', 'default: standard output')
    .option('--framework-version <version>', 'add FrameworkVersion, which hosts write into exported files')
    .action(async (name, options, command) => {
      await withAdmin(command, async (admin) => {
        const { config } = await getService(admin, name);
        const { output, frameworkVersion } = options;
        await writeOutput(
          output,
          frameworkVersion === undefined ? config : exportDefinition(config, { frameworkVersion }),
        );
      });
    });
}
