import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Step {
  readonly word: string;
  readonly rest: string;
}

/** Where the official images have Node.js. */
const NODE = '/usr/local/bin/node';

/** These change nothing of what is built. */
const SAID_ONLY: ReadonlySet<string> = new Set(['EXPOSE', 'STOPSIGNAL', 'LABEL']);

/** What the last stage of a Dockerfile says about its containers. */
export interface Image {
  /** Its root folder. */
  readonly root: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  /** The program with its words. */
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

interface Stage {
  readonly root: string;
  folder: string;
  user: string;
  entryPoint: readonly string[];
  command: readonly string[];
  healthCheck: readonly string[];
  readonly environment: Record<string, string>;
}

/** The packages in base images that have nothing else. */
const PACKAGES: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'gcr.io/distroless/cc-debian12',
    ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libgomp1', 'libssl3', 'libstdc++6', 'netbase', 'tzdata'],
  ],
]);

/**
 * Carries out the steps of the Dockerfile of `source`, each stage in a folder of its own below `target`. A stage on a base image of a few Debian
 * packages begins with their files; other steps run with the programs of this machine.
 */
export function buildImage(source: string, target: string): Image {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { word, rest } of readSteps(join(source, 'Dockerfile'))) {
    if (word === 'FROM') {
      const name = / AS (\S+)$/i.exec(rest)?.[1] ?? 'last';
      stage = newStage(join(target, name));
      if (PACKAGES.has(rest)) unpackBase(PACKAGES.get(rest) ?? [], stage.root);
      stages.set(name, stage);
    } else if (stage === undefined) throw new Error(`${word} comes before FROM.`);
    else carryOut({ word, rest }, stage, { source, stages });
  }
  if (stage === undefined) throw new Error('The Dockerfile has no stage.');
  return { ...stage, command: [...stage.entryPoint, ...stage.command] };
}

function unpackBase(packages: readonly string[], target: string): void {
  for (const name of packages) unpack(name, target);
  for (const name of ['tmp', 'proc', 'dev', 'etc']) mkdirSync(join(target, name), { recursive: true });
  writeFileSync(
    join(target, 'etc', 'passwd'),
    'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n',
  );
}

/** The files of a Debian package, as apt has it. */
function unpack(name: string, target: string): void {
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-package-'));
  try {
    run('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', name], folder);
    for (const file of readdirSync(folder)) run('dpkg-deb', ['-x', file, target], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, words: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}\n${stderr}`);
}

function newStage(root: string): Stage {
  return { root, folder: root, user: 'root', entryPoint: [], command: [], healthCheck: [], environment: {} };
}

/** Lines that end with a backslash go on. */
function readSteps(file: string): readonly Step[] {
  const lines = readFileSync(file, 'utf8')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const steps = lines.map((line) => /^([A-Z]+) +(.*)$/.exec(line));
  return steps.flatMap((parts) => (parts === null ? [] : [{ word: parts[1] ?? '', rest: parts[2] ?? '' }]));
}

interface Around {
  readonly source: string;
  readonly stages: ReadonlyMap<string, Stage>;
}

function carryOut({ word, rest }: Step, stage: Stage, around: Around): void {
  if (SAID_ONLY.has(word)) return;
  const steps: Readonly<Record<string, () => void>> = {
    WORKDIR() {
      stage.folder = join(stage.root, rest);
      mkdirSync(stage.folder, { recursive: true });
    },
    ENV() {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.environment[name] = value;
    },
    RUN() {
      run('sh', ['-c', rest], stage.folder);
    },
    COPY() {
      copy(rest, stage, around);
    },
    USER: () => (stage.user = rest),
    ENTRYPOINT: () => (stage.entryPoint = JSON.parse(rest) as string[]),
    CMD: () => (stage.command = JSON.parse(rest) as string[]),
    HEALTHCHECK: () => (stage.healthCheck = JSON.parse(/ CMD (\[.*\])$/.exec(rest)?.[1] ?? '[]') as string[]),
  };
  const step = steps[word];
  if (step === undefined) throw new Error(`${word} is not known here; say in dockerfile.ts what it does.`);
  step();
}

function copy(rest: string, stage: Stage, { source, stages }: Around): void {
  const [from = '', to = ''] = rest.replace(/^--from=\S+ /, '').split(' ');
  const name = /^--from=(\S+)/.exec(rest)?.[1];
  if (name === undefined) {
    copyContext(source, join(stage.folder, to));
    return;
  }
  const built = join(stages.get(name)?.root ?? '', from);
  const path = from === NODE ? process.execPath : built;
  const target = to === './' ? from.slice(from.lastIndexOf('/')) : to;
  cpSync(path, to.startsWith('/') ? join(stage.root, to) : join(stage.folder, target), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

/** What a clean checkout has, but for what .dockerignore names. */
function copyContext(source: string, target: string): void {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = spawnSync('git', words, { cwd: source, encoding: 'utf8' }).stdout.split('\0').filter(Boolean);
  const ignored = readFileSync(join(source, '.dockerignore'), 'utf8').trim().split('\n').map(patternOf);
  for (const file of files.filter((each) => !ignored.some((pattern) => pattern.test(each)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(source, file), join(target, file));
  }
}

function patternOf(line: string): RegExp {
  const text = line
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(?:.+/)?')
    .replace(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`^${text}(?:/|$)`);
}

/** A program in the file system of an image, as its user, without another way to the files of this machine; as root. */
export function inImage(
  image: Image,
  words: readonly string[],
  { isReadOnly = true, user = '65532' }: { readonly isReadOnly?: boolean; readonly user?: string } = {},
): readonly string[] {
  const mounts = [
    'mount --bind "$0" "$0"',
    ...(isReadOnly ? ['mount -o remount,bind,ro "$0"'] : []),
    'mount -t tmpfs tmpfs "$0/tmp"',
    'mount -t proc proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
  ];
  const script = `${mounts.join(' && ')} && exec chroot --userspec=${user}:${user} "$0" "$@"`;
  return ['unshare', '--mount', 'sh', '-c', script, image.root, ...words];
}
