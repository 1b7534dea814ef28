import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is installed with our packages, on any platform, and what is in their files, in the form of CycloneDX. */
export function billOfMaterials(root) {
  // Not "--omit=dev": it leaves out what the repository needs for its development, too, such as pg.
  const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const bill = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }));
  const { name, workspaces } = manifestOf(root);
  const own = new Map(workspaces.map((folder) => manifestOf(join(root, folder))).map((each) => [refOf(each), each]));
  const locked = lockedRefs(root);
  const isInstalled = (ref) => own.has(ref) || locked.has(ref);
  const installed = bill.components
    .filter((component) => isInstalled(component['bom-ref']))
    // npm calls packages of the repository by their folders.
    .map((component) => ({ ...component, name: own.get(component['bom-ref'])?.name ?? component.name }));
  const known = new Set(installed.map(refOf));
  const contained = [...inConsole(root), ...inWebAssembly(root), swaggerUI(root)].filter(
    (component) => !known.has(refOf(component)),
  );
  const components = [...installed, ...contained];
  const refs = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  const component = { ...bill.metadata.component, name };
  return { ...bill, metadata: { ...bill.metadata, component }, components, dependencies };
}

/** What the lock file has not for development alone. */
function lockedRefs(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const needed = Object.entries(packages).filter(([, { dev }]) => dev !== true);
  return new Set(needed.map(([path, { version }]) => refOf({ name: path.replace(/^.*node_modules\//, ''), version })));
}

/** As npm refers to a package. */
function refOf({ name, version }) {
  return `${name}@${version}`;
}

/** Vite lists what it has put into the files for browsers. */
function inConsole(root) {
  const listed = JSON.parse(readFileSync(join(root, 'packages/console/dist/licenses.json'), 'utf8'));
  return listed.map(({ name, version, identifier }) => {
    const component = describe({ name, version, license: { id: identifier } });
    return { ...component, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` };
  });
}

/** A build copies its files. */
function swaggerUI(root) {
  const { name, version, license } = manifestOf(join(root, 'node_modules/swagger-ui-dist'));
  return { ...describe({ name, version, license: { id: license } }), purl: `pkg:npm/${name}@${version}` };
}

/** The libraries in engine.wasm, by the headings of their licences. */
function inWebAssembly(root) {
  const text = readFileSync(join(root, 'packages/definition/wasm/LICENSES.txt'), 'utf8');
  const license = { name: 'wasm/LICENSES.txt of @ticketgate/definition' };
  const headings = text.matchAll(/^== (.+?) ([\d.]+)(?:, .*)?$/gm);
  return [...headings].map(([, name, version]) => describe({ name, version, license }));
}

function describe({ name, version, license }) {
  return { type: 'library', 'bom-ref': refOf({ name, version }), name, version, licenses: [{ license }] };
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
