import { customerUsersKind } from '@ticketgate/accounts';
import { addCustomer, setCustomerPassword } from '@ticketgate/admin';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { addCommentOption } from './audited.js';
import { withSystem } from './command-context.js';
import { addEntryChangeCommand } from './entry-change-command.js';
import { formatOption, readCount, readEmail } from './program-options.js';
import { runAction } from './run-action.js';
import { readPassword, printNextPage, printResult, renderList, printLine, validity } from './terminal.js';

export function addCustomerCommands(program: Command): void {
  const customer = program.command('customer').description('manage customer users, whom tickets are about');
  addCommentOption(customer.command('add'))
    .description('add a customer user; the password comes from standard input')
    .argument('<login>')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--email <address>', 'e-mail address', readEmail)
    .option('--customer-id <id>', 'the company; default: the e-mail address')
    .option('--no-password', 'the customer user cannot log in')
    .action(async (login, options, command) => {
      const { firstName, lastName, email, customerId } = options;
      const password = options.password ? { password: await readPassword(login, 'customer') } : {};
      const person = { firstName, lastName, email, customerID: customerId ?? email };
      await runAction(command, addCustomer, { login, ...person, ...password });
      printLine(`customer user "${login}" added`);
    });
  addCommentOption(customer.command('set-password'))
    .description('set the password of a customer user; it comes from standard input')
    .argument('<login>')
    .action(async (name, _options, command) => {
      await runAction(command, setCustomerPassword, { name, password: await readPassword(name, 'customer') });
      printLine(`password of customer user "${name}" changed`);
    });
  addListCommand(customer);
  addValidityCommand(customer, 'disable', 'end all sessions of a customer user, and refuse its logins');
  addValidityCommand(customer, 'enable', 'enable a disabled customer user');
}

function addValidityCommand(customer: Command, name: 'disable' | 'enable', description: string): void {
  addEntryChangeCommand(
    customer,
    { kind: customerUsersKind, argument: '<login>' },
    {
      name,
      description,
      members: () => ({ Valid: name === 'enable' }),
      done: (login) => `customer user "${login}" ${name}d`,
    },
  );
}

function addListCommand(customer: Command): void {
  customer
    .command('list')
    .description('list customer users')
    .option('--limit <count>', 'most customer users to list', readCount, 1000)
    .option('--after <login>', 'only customer users after this one')
    .addOption(formatOption())
    .action(async ({ format, limit, after }, command) => {
      await withSystem(command, async ({ accounts }) => {
        const customers = await accounts.customerAdministration.list({ limit, after });
        printResult(format, customers, () =>
          renderList(customers, 'LOGIN NAME EMAIL CUSTOMERID VALIDITY', (customer) => {
            const { login, name, email, customerID } = customer;
            return [login, name, email, customerID, validity(customer)];
          }),
        );
        printNextPage(customers, limit, ({ login }) => login);
      });
    });
}
