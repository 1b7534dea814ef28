import { signal } from '@preact/signals';

import { errorText, t } from '../app/language.js';
import { BASE } from '../app/location.js';
import type { Administrator, Mistake, Problem, Routes } from './admin-api.js';
import { administrator, csrfToken, signInAgain } from './signed-in.js';

type Line = keyof Routes;

/** Whether the last request got an answer, even an error. */
export const isReachable = signal(true);

/** Why a request had no answer. */
export class Unreachable extends Error {}

export interface Given<Route extends Line> {
  readonly path?: Routes[Route]['path'];
  readonly query?: Routes[Route]['query'];
  readonly body?: Routes[Route]['body'];
  readonly signal?: AbortSignal | undefined;
}

/** An error that the server has answered (RFC 9457). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, details: Readonly<Record<string, unknown>>) {
    super();
    this.status = status;
    this.code = typeof details.code === 'string' ? details.code : '';
    this.details = details;
  }

  /** In the language that the page has now. */
  override get message(): string {
    const { detail, values = {} } = this.details as Partial<Problem>; // as the document of the server says
    return (
      errorText(this.code, values) ??
      detail ??
      t('The server answered with the status {status}.', { status: this.status })
    );
  }
}

/**
 * Sends a request of a route. Where the session has ended, it waits until somebody has signed in, and sends it again. Where another tab has
 * begun a session of the same person, it goes on with that.
 *
 * @throws ApiError
 */
export async function call<Route extends Line>(
  line: Route,
  given: Given<Route> = {},
): Promise<Routes[Route]['answer']> {
  const before = administrator.value;
  const response = await send(line, given);
  if (response.status === 401 && !/ \/(?:session|sign-in.*)$/.test(line)) {
    await signInAgain();
    return call(line, given);
  }
  if (response.status === 204) return undefined;
  const answer: unknown = isJSON(response) ? await response.json() : await response.text();
  if (response.ok) return answer as Routes[Route]['answer']; // as the document of the server says
  // Problems are objects (RFC 9457).
  const problem = new ApiError(response.status, isJSON(response) ? (answer as Record<string, unknown>) : {});
  if (problem.code !== 'Admin.CsrfTokenWrong' || !(await hasNewSession(before))) throw problem;
  return call(line, given);
}

/**
 * Takes over the session that another tab has begun. False if there is none.
 *
 * @throws Error if the session is another person's, who should do nothing without knowing
 */
async function hasNewSession(before: Administrator | null | undefined): Promise<boolean> {
  const who = await call('GET /session');
  administrator.value = who;
  if (who.login === before?.login) return who.csrfToken !== before.csrfToken;
  throw new Error(t('{login} has signed in in another tab. Do this again to do it as {login}.', { login: who.login }));
}

async function send<Route extends Line>(
  line: Route,
  { path, query, body, signal: abort }: Given<Route>,
): Promise<Response> {
  const [method = '', route = ''] = line.split(' ');
  const headers = {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(method === 'GET' || csrfToken.value === null ? {} : { 'X-CSRF-Token': csrfToken.value }),
  };
  const names: Readonly<Record<string, unknown>> = path ?? {};
  const filled = route.replace(/\{(\w+)\}/g, (_mark, name: string) => encodeURIComponent(String(names[name])));
  try {
    const response = await fetch(`${API}${filled}${queryText(query ?? {})}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: abort ?? null,
    });
    // A proxy answers like this if the server does not; the server's own answers are JSON.
    if (response.status >= 502 && !isJSON(response)) throw new Error(response.statusText);
    isReachable.value = true;
    return response;
  } catch (cause) {
    isReachable.value = abort?.aborted === true && isReachable.value;
    throw new Unreachable(t('The server cannot be reached.'), { cause });
  }
}

function isJSON({ headers }: Response): boolean {
  return (headers.get('Content-Type') ?? '').includes('json');
}

export const API = `${BASE}/api`;

function queryText(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The items of all pages of a list. */
export async function allPages<Item>(load: (after: string | undefined) => Promise<ListPage<Item>>) {
  const all: Item[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await load(after);
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

/** What is wrong with the members of an entry, by their paths, such as `Config/Link`. */
export function readMistakes(problem: unknown): Readonly<Record<string, Mistake>> {
  const mistakes = problem instanceof ApiError ? problem.details.mistakes : undefined;
  if (!Array.isArray(mistakes)) return {};
  const known = mistakes as readonly Mistake[]; // as the server says
  return Object.fromEntries(known.map((mistake) => [mistake.at.replace('body/members/', ''), mistake]));
}

export function wordProblem(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
