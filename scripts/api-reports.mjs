// `npm run api`: writes what is promised: the types of the SDK and the testing kit, and the API of administrators. Tests compare with it, so that
// nothing of it changes by accident.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

import { buildChanged } from './build.mjs';

const root = join(import.meta.dirname, '..');

/** Packages whose types are stable. */
export const STABLE = ['sdk', 'testing'];

export const ADMIN_API = join(root, 'test', 'fixtures', 'openapi', 'administration.json');

export function reportFile(name) {
  return join(root, 'packages', name, `${name}.api.md`);
}

/** What the package exports, as its types say. */
export function apiReport(name) {
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-api-'));
  try {
    Extractor.invoke(configurationOf(name, folder), { localBuild: true, messageCallback: keepQuiet });
    return readFileSync(join(folder, `${name}.api.md`), 'utf8').replaceAll('\r\n', '\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Its advice, such as on its release tags, is not ours. */
function keepQuiet(message) {
  message.handled = true;
}

function configurationOf(name, reportFolder) {
  const projectFolder = join(root, 'packages', name);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023'],
    types: ['node'],
    skipLibCheck: true,
  };
  const off = { default: { logLevel: 'none' } };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder,
      mainEntryPointFilePath: join(projectFolder, 'dist', 'index.d.ts'),
      compiler: { overrideTsconfig: { compilerOptions, include: ['dist'] } },
      apiReport: { enabled: true, reportFileName: `${name}.api.md`, reportFolder, reportTempFolder: reportFolder },
      messages: { extractorMessageReporting: off, compilerMessageReporting: off, tsdocMessageReporting: off },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, 'package.json'),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  buildChanged();
  for (const name of STABLE) writeFileSync(reportFile(name), apiReport(name));
  const { adminRoutes, writeAdminOpenApi } = await import('@ticketgate/admin/api');
  writeFileSync(ADMIN_API, JSON.stringify(writeAdminOpenApi(adminRoutes, '1')));
}
