import type { DebugLevel } from '@ticketgate/definition';
import { isData } from '@ticketgate/sdk';

import { parseJsonExactly } from '../json/parse-json.js';
import { percentDecode } from '../percent-encoding.js';
import type { DebuggerEntry, DebuggerEntryContent } from '../ports.js';
import { clip, cutText } from './cut-text.js';
import { Mask, secretsIn } from './mask.js';
import type { SecretNames } from './secret-names.js';

const ORDER: Readonly<Record<DebugLevel, number>> = { debug: 1, info: 2, notice: 3, error: 4 };
const SUBJECT_LENGTH = 255;
const PATH_LENGTH = 300;
/** Most points below the threshold that are kept until the outcome of a request is known. */
const MOST_KEPT = 100;
/** Their texts together may have this many times the characters of one text. */
const KEPT_TEXTS = 4;

/** Content of a point; passed as a function, so that it is computed only if it is recorded. */
export type Content = unknown;

interface Point {
  readonly level: DebugLevel;
  readonly subject: string;
  readonly content: Content;
  readonly time: Date;
}

interface TraceOptions {
  readonly threshold: DebugLevel;
  /** Nothing is stored in test mode. */
  readonly testMode: boolean;
  /** Whether a failed request is recorded completely, whatever the threshold is. */
  readonly keepsFailures?: boolean;
  readonly secretNames: SecretNames;
}

interface TraceSurroundings {
  readonly now: () => Date;
  /** Spaces per level in recorded JSON; 0 for a single line. */
  readonly indent: number;
  /** Describes the request and its caller; called last, when everything is known. */
  readonly describeRequest: () => Content;
}

type TraceHead = Omit<DebuggerEntry, 'contents' | 'level' | 'isTruncated' | 'summary'>;

/** Records the points of one request (`docs/request-lifecycle.md`). Secrets are masked before anything leaves it. */
export class Trace {
  readonly #points: Point[] = [];
  readonly #sources: unknown[] = [];
  readonly #secretNames: SecretNames;
  readonly #rank: number;
  /** The lowest level that is kept until the outcome is known. */
  readonly #keptRank: number;
  readonly #surroundings: TraceSurroundings;
  #query = '';

  constructor(
    { threshold, testMode, keepsFailures = false, secretNames }: TraceOptions,
    surroundings: TraceSurroundings,
  ) {
    this.#rank = testMode ? Infinity : ORDER[threshold];
    this.#keptRank = keepsFailures && !testMode ? ORDER.debug : this.#rank;
    this.#secretNames = secretNames;
    this.#surroundings = surroundings;
  }

  debug(subject: string, content?: () => Content): void {
    this.#add('debug', subject, content);
  }

  info(subject: string, content?: () => Content): void {
    this.#add('info', subject, content);
  }

  notice(subject: string, content?: () => Content): void {
    this.#add('notice', subject, content);
  }

  error(subject: string, content?: () => Content): void {
    this.#add('error', subject, content);
  }

  /** Registers data whose secrets are also masked in texts. */
  addSecrets(data: unknown): void {
    if (this.#rank <= ORDER.error) this.#sources.push(data);
  }

  /** Registers a query string whose secrets are also masked in texts. */
  addQuery(query: string): void {
    this.#query = query;
  }

  get isEmpty(): boolean {
    return !this.#points.some(({ level }) => this.#isRecorded(level)) && !this.hasFailed;
  }

  get hasFailed(): boolean {
    return this.#points.some(({ level }) => level === 'error');
  }

  /**
   * The masked entry, or undefined if there is nothing to record.
   *
   * @param textLength most characters of each content
   */
  finish(head: TraceHead, textLength: number): DebuggerEntry | undefined {
    if (this.isEmpty) return undefined;
    const recorded = this.hasFailed ? this.#points : this.#points.filter(({ level }) => this.#isRecorded(level));
    const points = [...this.#request(recorded), ...recorded].map((point) => ({
      ...point,
      content: readable(point.content),
    }));
    const options = { indent: this.#surroundings.indent, characters: textLength };
    const mask = new Mask(this.#secretNames, this.#collectSecrets(points), options);
    let isTruncated = false;
    let left = KEPT_TEXTS * textLength;
    const contents = points.map((point) =>
      maskPoint(point, mask, (text) => {
        const isKept = !this.#isRecorded(point.level);
        const length = isKept ? Math.min(textLength, left) : textLength;
        if (isKept) left -= Math.min(length, text.length);
        isTruncated ||= text.length > length;
        return cutText(text, length);
      }),
    );
    const path = clip(mask.text(head.path), PATH_LENGTH);
    return { ...head, path, contents, level: findGravest(contents), isTruncated: mask.isCut || isTruncated };
  }

  #isRecorded(level: DebugLevel): boolean {
    return ORDER[level] >= this.#rank;
  }

  /** The point that describes the request, unless the threshold is debug, which records it anyway. A failed request always has one. */
  #request(points: readonly Point[]): readonly Point[] {
    const failed = points.find(({ level }) => level === 'error');
    const first = failed ?? (this.#rank <= ORDER.debug ? undefined : points[0]);
    if (first === undefined) return [];
    const subject = failed === undefined ? 'Request' : 'Request that failed';
    const { level, time } = first;
    return [{ level, subject, content: this.#surroundings.describeRequest(), time }];
  }

  #collectSecrets(points: readonly Point[]): ReadonlySet<string> {
    // Some parsers of query strings end values at `;` and `=`, which a secret may contain.
    const values = this.#query.split('&').flatMap((part) => {
      const end = this.#secretNames.firstIn(part);
      return end < 0 ? [] : part.slice(end).split(/[;=]/);
    });
    const decoded = values.map((value) => percentDecode(value.replaceAll('+', ' ')));
    // A set, because data that no mapping changes appears at several points.
    const sources = new Set([...this.#sources, ...points.map(({ content }) => content)]);
    return new Set([...values, ...decoded, ...[...sources].flatMap((source) => secretsIn(source, this.#secretNames))]);
  }

  #add(level: DebugLevel, subject: string, content?: () => Content): void {
    if (ORDER[level] < this.#keptRank) return;
    if (!this.#isRecorded(level) && this.#points.length >= MOST_KEPT) return;
    this.#points.push({ level, subject, content: content?.(), time: this.#surroundings.now() });
  }
}

function findGravest(contents: readonly DebuggerEntryContent[]): DebugLevel {
  return contents.reduce<DebugLevel>(
    (gravest, { level }) => (ORDER[level] > ORDER[gravest] ? level : gravest),
    'debug',
  );
}

/** Parses a text if it is JSON, so that its members can be masked by name. */
function readable(content: Content): Content {
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return content;
  return parseJsonExactly(content) ?? content;
}

function maskPoint({ level, subject, content, time }: Point, mask: Mask, cut: (text: string) => string) {
  return {
    level,
    subject: clip(mask.sentence(subject), SUBJECT_LENGTH),
    content: cut(content === subject ? mask.sentence(subject) : describeContent(content, mask)),
    time,
  };
}

function describeContent(content: Content, mask: Mask): string {
  if (typeof content === 'string' && content.includes('\0')) return 'Not recorded: it contains NUL.';
  if (typeof content === 'string' && content !== '') return mask.text(content);
  if ((isData(content) || Array.isArray(content)) && Object.keys(content).length > 0) return mask.json(content);
  return 'No data provided';
}
