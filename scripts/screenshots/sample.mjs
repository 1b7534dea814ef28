import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer } from '@ticketgate/test-support';

import startPostgres from '../../test/setup/postgres.mjs';
import stopPostgres from '../../test/setup/stop-postgres.mjs';
import { COMPANIES, ENTRIES, KEYS, PEOPLE, TITLES } from './sample-data.mjs';

const LOGIN = 'root@localhost';

/** A server with a small help desk: services, people, and some requests of clients. */
export async function startSample() {
  await startPostgres();
  const definitions = ['TicketConnector', 'GenericTicketConnectorREST'];
  const webServices = Object.fromEntries(definitions.map((name) => [name, readDefinition(name)]));
  const server = await startTestServer({ webServices });
  const call = callerOf(server);
  for (const { kind, name, members } of ENTRIES) {
    await call('POST', `/catalogue/${kind}`, { name, members, comment: 'The new help desk' });
  }
  for (const [index, name] of COMPANIES.entries()) {
    await call('POST', '/catalogue/CustomerCompanies', {
      name: idOf(name),
      members: { Name: name, City: CITIES[index % 3] },
    });
  }
  for (const [index, [first, last]] of PEOPLE.entries()) {
    const company = idOf(COMPANIES[index % COMPANIES.length]);
    const login = first.toLowerCase();
    const members = {
      FirstName: first,
      LastName: last,
      Email: `${login}@${company.toLowerCase()}.example`,
      CustomerID: company,
    };
    await call('POST', '/customers', { name: login, members });
  }
  for (const key of KEYS) await call('POST', '/api-keys', key);
  await sendRequests(server);
  return {
    url: server.url,
    login: LOGIN,
    password: server.rootPassword,
    database: server.database,
    async stop() {
      await server.stop();
      await stopPostgres();
    },
  };
}

/** Some that work and some that fail. */
async function sendRequests({ url, rootPassword, database }) {
  const send = (path, body) =>
    fetch(`${url}/Webservice/GenericTicketConnectorREST${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserLogin: LOGIN, Password: rootPassword, ...body }),
    }).then((answer) => answer.text());
  for (const Title of TITLES) {
    const Ticket = { Title, Queue: 'Support', State: 'new', Priority: '3 normal', CustomerUser: 'carla' };
    await send('/Ticket', {
      Ticket,
      Article: { Subject: Title, Body: Title, ContentType: 'text/plain; charset=utf8' },
    });
  }
  await send('/Ticket', { Ticket: { Title: 'Without a queue' } });
  await send('/Session', {});
  for (let recorded = 0; recorded < TITLES.length;) {
    const [row] = await database.query('select count(*)::integer as count from gi_debugger_entry');
    recorded = row.count;
  }
}

const CITIES = ['Dresden', 'Leipzig', 'Hamburg'];

function idOf(company) {
  return company.split(' ')[0].toUpperCase();
}

function readDefinition(name) {
  const text = readFileSync(join('config', 'webservices', `${name}.yml`), 'utf8');
  // All requests are recorded, not only those that fail.
  return text.replace('DebugThreshold: error', 'DebugThreshold: debug');
}

function callerOf({ url, rootPassword }) {
  let headers;
  return async (method, path, body) => {
    headers ??= await signIn(url, rootPassword);
    const answer = await fetch(`${url}/admin/api${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
}

async function signIn(url, Password) {
  const answer = await fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ UserLogin: LOGIN, Password }),
  });
  const { csrfToken } = await answer.json();
  const cookie = answer.headers.get('set-cookie').split(';')[0];
  return { 'Content-Type': 'application/json', Cookie: cookie, 'X-CSRF-Token': csrfToken };
}
