import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ContractServer } from '../contract/support/contract-server.js';
import { debianPackagesMissing } from '../tools/debian-packages.js';
import { installTools } from '../tools/install-tools.js';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'soap.md'), 'utf8');
const [, EXAMPLE = ''] = /```yaml\n([^]*?)```/.exec(PAGE) ?? [];
const OPERATIONS = ['TicketCreate', 'TicketGet', 'TicketUpdate', 'TicketSearch'];
const ALL = OPERATIONS.map((name) => `    ${name}: { Type: 'Ticket::${name}' }\n`).join('');
/** The example of the page, with two more operations. */
const DEFINITION = EXAMPLE.replace(/( {2}Operation:\n)[^]*?(?= {2}Transport:)/, `$1${ALL}`);
const DOCUMENTED_URL = 'http://127.0.0.1:8080';

let server: ContractServer;
let folder = '';

beforeAll(async () => {
  server = await ContractServer.start('http', { Tickets: DEFINITION });
}, 300_000);

afterAll(() => server.stop());

const wsdl = () => `${server.server.url}/Webservice/Tickets?wsdl`;

/** The program of the distribution, since others on the path may not see its packages. */
const PYTHON = '/usr/bin/python3';
/** Of Debian's libjaxws-java. */
function classPath(): string {
  const jars = '/usr/share/java';
  const needed =
    /^(?:jaxws|jaxb|saaj|metro-policy|stax|streambuffer|gmbal|mimepull|javax\.activation|geronimo-annotation|woodstox|FastInfoset|xml-resolver|jws-api|rngom|xsom|codemodel|txw2|dtd-parser|relaxngDatatype|istack|glassfish)(?!.*jdk9).*\.jar$/;
  const files = readdirSync(jars).filter((file) => needed.test(file));
  return [...files.map((file) => join(jars, file)), '.'].join(':');
}

/** What it prints, whatever the locale. */
const UTF_8 = '-Dfile.encoding=UTF-8';

/** A file in its folder, and what it prints. */
interface Program {
  readonly file: string;
  readonly text: string;
  readonly play: (file: string) => readonly [program: string, ...words: string[]];
}

async function play({ file, text, play: how }: Program, words: readonly string[] = []): Promise<string> {
  writeFileSync(join(folder, file), text);
  const [program, ...before] = how(file);
  return (await run(program, [...before, ...words], { cwd: folder })).stdout;
}

const LANGUAGES = {
  php: { file: 'scenario.php', play: (file: string) => ['php', file] as const },
  py: { file: 'scenario.py', play: (file: string) => [PYTHON, file] as const },
  mjs: { file: 'scenario.mjs', play: (file: string) => [process.execPath, file] as const },
  java: { file: 'Scenario.java', play: (file: string) => ['java', UTF_8, '-cp', classPath(), file] as const },
};

/** The sample of the page, with the address and the login of this server. */
function sampleOf(language: string): string {
  const [, sample = ''] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(PAGE) ?? [];
  expect(sample).toContain(DOCUMENTED_URL);
  const { UserLogin, Password } = server.login;
  return sample.replace(DOCUMENTED_URL, server.server.url).replace('anna', UserLogin).replace('secret', Password);
}

/** Within the folder of the packages for Node.js, so that a program finds them. */
async function makeFolder(language: keyof typeof LANGUAGES): Promise<string> {
  const around = language === 'mjs' ? await installTools({ soap: '1.13.0' }) : tmpdir();
  return mkdtempSync(join(around, 'ticketgate-soap-'));
}

const PLAYED = {
  found: true,
  subject: 'Öl & <b>',
  file: 'grün.txt',
  content: 'Zähler\n',
  reference: 'Bücher',
  impact: 'high',
  code: 'TicketGet.AccessDenied',
};

const NAMES = { php: 'PHP', py: 'Python', mjs: 'Node', java: 'Java' };
const PACKAGES = {
  php: ['php-cli', 'php-soap'],
  py: ['python3', 'python3-zeep'],
  java: ['default-jdk-headless', 'libjaxws-java'],
  mjs: [],
};

describe.each(['php', 'py', 'java', 'mjs'] as const)('a client that reads the WSDL, in %s,', (language) => {
  const missing = debianPackagesMissing(...PACKAGES[language]);
  const itIfThere = missing === undefined ? it : it.skip;
  const because = missing === undefined ? '' : ` (skipped: ${missing})`;

  beforeAll(async () => {
    folder = await makeFolder(language);
    if (language !== 'java' || missing !== undefined) return;
    await run('java', ['-cp', classPath(), 'com.sun.tools.ws.WsImport', '-d', folder, wsdl()]);
  }, 300_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  itIfThere(`creates, changes, finds and reads a ticket, and gets the code of an error${because}`, async () => {
    const text = readFileSync(join(ROOT, 'test', 'clients', `soap-scenario.${language}.txt`), 'utf8');
    const { UserLogin, Password } = server.login;
    const printed = await play({ ...LANGUAGES[language], text }, [wsdl(), UserLogin, Password]);
    expect(JSON.parse(printed)).toEqual({ ...PLAYED, title: `Geändert in ${NAMES[language]}` });
  });

  // The page has none for Node.js.
  if (language === 'mjs') return;

  itIfThere(`is the sample of docs/soap.md${because}`, async () => {
    const before = language === 'php' ? '<?php ' : '';
    const sample = sampleOf(language === 'py' ? 'python' : language);
    const printed = await play({ ...LANGUAGES[language], text: `${before}${sample}` });
    expect(printed.trim()).toBe(language === 'java' ? 'Welcome to Ticketgate' : 'Grüße');
  });
});
