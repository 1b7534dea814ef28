import { isExpectedError, type Caller } from '@ticketgate/sdk';
import type { RecordedRequest } from '@ticketgate/database';
import type { ServiceRecord } from '@ticketgate/gateway';
import type { System } from '@ticketgate/runtime';

import type { ClientAnswer } from '../trying/exchange-in-memory.js';
import { TrialGateway, type TriedRequest } from '../trying/trial-gateway.js';
import { readClientRequest, type RecordedSending } from '../debug-log/sent-request.js';
import { findDifferences, listDifferences, type Differences } from './compare-answers.js';
import { compareCodes, readJson } from './replayer.js';
import { ReplayRun } from './replay-run.js';

/** Two versions of a web service, and how recorded requests are sent to both. */
export interface PlayOptions {
  readonly published: ServiceRecord;
  readonly draft: ServiceRecord;
  /** Whether requests that write are skipped. */
  readonly onlyReads: boolean;
  /** Members that are not compared. */
  readonly ignored: ReadonlySet<string>;
  /** The caller of a recorded request; undefined for nobody. */
  readonly callerOf: (request: RecordedRequest) => Promise<Caller | undefined>;
}

/** What came of a recorded request. */
export interface PlayedRequest {
  readonly kind: 'same' | 'different' | 'skipped';
  /** What differs, or why it was not compared. */
  readonly findings: readonly string[];
}

type Played = RecordedRequest & RecordedSending;

/** Sends recorded requests as their clients did to two versions of a web service, undoes what they do, and compares the answers. */
export class RequestPlayer {
  readonly #system: System;
  readonly #options: PlayOptions;
  readonly #run: ReplayRun;
  readonly #published: TrialGateway;
  readonly #draft: TrialGateway;
  #time: Date;

  constructor(system: System, options: PlayOptions) {
    this.#time = system.now();
    // Both versions answer a request at the same moment.
    this.#system = { ...system, now: () => this.#time };
    this.#options = options;
    this.#run = new ReplayRun(this.#system);
    const how = { needsCredentials: true, onlyReads: options.onlyReads };
    this.#published = new TrialGateway(this.#system, options.published, how);
    this.#draft = new TrialGateway(this.#system, options.draft, how);
  }

  close(): Promise<void> {
    return this.#run.close();
  }

  async play(recorded: Played, now: Date): Promise<PlayedRequest> {
    this.#time = now;
    const request = readClientRequest(recorded, this.#system.settings.text('SessionName'));
    if (typeof request === 'string') return skipped(request);
    const caller = await this.#findCaller(recorded);
    if (typeof caller === 'string') return skipped(caller);
    const send = (gateway: TrialGateway) => this.#run.within((parts) => gateway.send(parts, { request, caller }));
    const once = await send(this.#published);
    const obstacle = obstacleOf(once) ?? changeSince(recorded, once);
    if (obstacle !== undefined) return skipped(obstacle);
    const again = await send(this.#published);
    const after = await send(this.#draft);
    return obstacleOf(after) === undefined ? this.#compare(once, again, after) : skipped(obstacleOf(after) ?? '');
  }

  async #findCaller(recorded: RecordedRequest): Promise<Caller | string | undefined> {
    try {
      return await this.#options.callerOf(recorded);
    } catch (cause) {
      if (isExpectedError(cause)) return cause.message;
      throw cause;
    }
  }

  #compare(once: TriedRequest, again: TriedRequest, after: TriedRequest): PlayedRequest {
    const { ignored } = this.#options;
    // What one version answers differently each time, such as a new id, is no difference between versions.
    const always = differencesOf(once, again, ignored);
    if (always.has('')) return skipped('Its answer is another one each time.');
    const found = listDifferences(differencesOf(again, after, ignored), always);
    const findings = compareCodes(again, after) ?? found;
    return { kind: findings.length === 0 ? 'same' : 'different', findings };
  }
}

function skipped(reason: string): PlayedRequest {
  return { kind: 'skipped', findings: [reason] };
}

/** Why there is no answer to compare. */
function obstacleOf({ answer, refusal }: TriedRequest): string | undefined {
  if (answer === null) return refusal ?? 'It was not answered.';
  return answer.body === null ? 'The answer is too long, or is not text.' : undefined;
}

/** A request that goes another way today says nothing about the one that was recorded. */
function changeSince({ status, errorCode }: RecordedRequest, { answer, ...now }: TriedRequest): string | undefined {
  if (status === answer?.status && errorCode === now.errorCode) return undefined;
  const [before, after] = [errorCode ?? status, now.errorCode ?? answer?.status ?? ''];
  return `The published version answers it otherwise today: ${before} → ${after}.`;
}

/** Headers that say when and how an answer was sent, or repeat what its body says. */
const OMITTED = /^(?:date|age|connection|keep-alive|transfer-encoding|content-length|etag|x-request-id)$/i;

function differencesOf(before: TriedRequest, after: TriedRequest, ignored: ReadonlySet<string>): Differences {
  const [old, next] = [before.answer, after.answer];
  const heads = findDifferences(headOf(old), headOf(next), ignored);
  return new Map([...heads, ...findDifferences(readJson(old?.body ?? ''), readJson(next?.body ?? ''), ignored)]);
}

function headOf(answer: ClientAnswer | null): Readonly<Record<string, unknown>> {
  const headers = (answer?.headers ?? []).filter(({ name }) => !OMITTED.test(name));
  return {
    'the status': answer?.status,
    ...Object.fromEntries(headers.map(({ name, value }) => [`the header ${name}`, value])),
  };
}
