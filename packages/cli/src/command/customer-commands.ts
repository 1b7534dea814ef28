import type { Command } from 'commander';

import { addCommentOption, audited } from './audited.js';
import { addChangeCommand } from './change-command.js';
import { withSystem } from './command-context.js';
import { formatOption, readCount, readEmail } from './program-options.js';
import { readPassword, renderList, say, sayProgress } from './terminal.js';

interface AddOptions {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly customerId?: string;
  readonly password: boolean;
}

export function addCustomerCommands(program: Command): void {
  const customer = program.command('customer').description('people whom tickets are about');
  addCommentOption(customer.command('add'))
    .description('add a customer user; the password comes from standard input')
    .argument('<login>')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--email <address>', 'e-mail address', readEmail)
    .option('--customer-id <id>', 'the company; default: the e-mail address')
    .option('--no-password', 'the customer user cannot log in')
    .action(async (login: string, options: AddOptions, command: Command) => {
      const { firstName, lastName, email, customerId } = options;
      const password = options.password ? { password: await readPassword(login, 'customer') } : {};
      await withSystem(command, async (system) => {
        const person = { firstName, lastName, email, customerID: customerId ?? email };
        await audited(command, system, {
          action: 'customer user added',
          subject: login,
          after: person,
          change: ({ customers }) => customers.add({ login, ...person, ...password }),
        });
        say(`customer user "${login}" added`);
      });
    });
  addChangeCommand(customer, {
    name: 'set-password',
    description: 'set the password of a customer user; it comes from standard input',
    password: 'customer',
    action: 'customer user password set',
    change: ({ customers }, { login, password }) => customers.setPassword(login, password),
    done: ({ login }) => `password of customer user "${login}" changed`,
  });
  addListCommand(customer);
  addValidityCommand(customer, 'disable', 'end all sessions of a customer user, and refuse its logins');
  addValidityCommand(customer, 'enable', 'enable a disabled customer user');
}

function addValidityCommand(customer: Command, verb: 'disable' | 'enable', description: string): void {
  addChangeCommand(customer, {
    name: verb,
    description,
    action: `customer user ${verb}d`,
    after: () => ({ isValid: verb === 'enable' }),
    change: ({ customers }, { login }) => customers[verb](login),
    done: ({ login }) => `customer user "${login}" ${verb}d`,
  });
}

interface ListOptions {
  readonly limit: number;
  readonly after?: string;
  readonly format: string;
}

function addListCommand(customer: Command): void {
  customer
    .command('list')
    .description('list customer users')
    .option('--limit <count>', 'most customer users to list', readCount, 1000)
    .option('--after <login>', 'only customer users after this one')
    .addOption(formatOption())
    .action(async ({ format, limit, after }: ListOptions, command: Command) => {
      await withSystem(command, async ({ accounts }) => {
        const customers = await accounts.customerAdministration.list({ limit, after });
        const rows = customers.map(({ login, name, email, customerID, isValid }) => [
          login,
          name,
          email,
          customerID,
          isValid ? 'valid' : 'invalid',
        ]);
        say(
          format === 'json'
            ? JSON.stringify(customers, undefined, 2)
            : renderList('LOGIN NAME EMAIL CUSTOMERID VALIDITY', rows),
        );
        if (limit > 0 && customers.length === limit)
          sayProgress(`Go on with --after "${customers.at(-1)?.login ?? ''}"`);
      });
    });
}
