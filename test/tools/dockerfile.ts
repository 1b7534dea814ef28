import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Step {
  readonly word: string;
  readonly rest: string;
}

/** These change nothing of what is built. */
const SAID_ONLY: ReadonlySet<string> = new Set(['EXPOSE', 'STOPSIGNAL']);

/** What the last stage of a Dockerfile says about its containers. */
export interface Image {
  /** Its root folder. */
  readonly root: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

interface Stage {
  readonly root: string;
  folder: string;
  user: string;
  command: readonly string[];
  healthCheck: readonly string[];
  readonly environment: Record<string, string>;
}

/**
 * Carries out the steps of the Dockerfile of `source`, each stage in a folder of its own below `target`, with the programs of this machine
 * in place of those of the base images.
 */
export function buildImage(source: string, target: string): Image {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { word, rest } of readSteps(join(source, 'Dockerfile'))) {
    if (word === 'FROM') {
      const name = / AS (\S+)$/i.exec(rest)?.[1] ?? 'last';
      stage = newStage(join(target, name));
      stages.set(name, stage);
    } else if (stage === undefined) throw new Error(`${word} comes before FROM.`);
    else carryOut({ word, rest }, stage, { source, stages });
  }
  if (stage === undefined) throw new Error('The Dockerfile has no stage.');
  return stage;
}

function newStage(root: string): Stage {
  return { root, folder: root, user: 'root', command: [], healthCheck: [], environment: {} };
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
      const { status, stderr } = spawnSync('sh', ['-c', rest], { cwd: stage.folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${rest}\n${stderr}`);
    },
    COPY() {
      copy(rest, stage, around);
    },
    USER: () => (stage.user = rest),
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
  const path = join(stages.get(name)?.root ?? '', from);
  const isFolder = to === './';
  cpSync(path, join(stage.folder, isFolder ? from.slice(from.lastIndexOf('/')) : to), {
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
