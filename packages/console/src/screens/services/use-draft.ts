import { useEffect, useRef, useState } from 'preact/hooks';

import type { Draft, GetServicesNameAnswer } from '../../api/admin-api.js';
import { ApiError, call, Unreachable } from '../../api/call.js';
import { t } from '../../app/language.js';
import { may } from '../../app/may.js';
import { useShortcut } from '../../app/shortcuts.js';
import { attempt } from '../../app/toasts.js';
import { awaitOwnChange, receiveDraft } from './own-changes.js';
import { findBase } from './service-list.js';

/** Milliseconds after the last key until the server has the text. */
const SAVE_DELAY = 1200;
/** Milliseconds until another try, where the server could not be reached. */
const RETRY_DELAY = 5000;

export interface Opened {
  readonly service: GetServicesNameAnswer;
  readonly draft: Draft | undefined;
  /** Where editing begins: the draft of this browser, of the server, or what is published. */
  readonly text: string;
  readonly base: number;
  /** That of the draft that the text was made from; null if there was none. */
  readonly revision: number | null;
  /** The text is that of this browser: the server does not have it yet. */
  readonly isKept: boolean;
}

export async function openService(name: string, signal: AbortSignal): Promise<Opened> {
  // The screen before may be saving what this one is to begin with.
  await awaitOwnChange();
  const service = await call('GET /services/{name}', { path: { name }, signal });
  const draft = (await receiveDraft(name, call('GET /services/{name}/draft', { path: { name }, signal }))) ?? undefined;
  const kept = findText(name);
  const base = draft?.base ?? findBase(service);
  const found = { text: draft?.definition ?? service.definition, base, revision: draft?.revision ?? null };
  return { service, draft, ...(kept ?? found), isKept: kept !== undefined };
}

type DraftPlace = 'saved' | 'waiting' | 'conflict' | 'away' | 'refused';

/** Keeps what is typed: at once in the browser, soon on the server. */
function useDraft(name: string, opened: Opened) {
  const [state, setState] = useState<DraftPlace>(opened.isKept ? 'waiting' : 'saved');
  const [draft, setDraft] = useState(opened.draft);
  /** The draft that somebody else has saved meanwhile. */
  const [theirs, setTheirs] = useState<Draft>();
  const now = useRef<KeptText>({ text: opened.text, base: opened.base, revision: opened.revision });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  /** The server has this draft, which is of that text. */
  const take = (saved: Draft, text: string) => {
    now.current = { ...now.current, revision: saved.revision };
    setDraft(saved);
    if (now.current.text !== text) keepText(name, now.current);
    else {
      forgetText(name);
      setState('saved');
    }
  };
  const saveLater = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => (saving.current = attempt(save)), delay);
  };
  const save = async () => {
    const { text, base, revision } = now.current;
    const body = { definition: text, base, revision };
    try {
      take(await receiveDraft(name, call('PUT /services/{name}/draft', { path: { name }, body })), text);
    } catch (cause) {
      if (cause instanceof Unreachable || (cause instanceof ApiError && cause.status >= 500)) {
        setState('away');
        saveLater(RETRY_DELAY);
        return;
      }
      setState('refused');
      const other = readTheirs(cause);
      // It had arrived, but this page was reloaded before the answer.
      if (other?.definition === text) {
        take(other, text);
        return;
      }
      setState('conflict');
      setTheirs(other);
      if (other !== undefined) return;
      // It is gone: what is typed next is a new one.
      now.current = { ...now.current, revision: null };
      setDraft(undefined);
    }
  };
  const schedule = () => may('publish') && saveLater(SAVE_DELAY);
  const change = (text: string) => {
    now.current = { ...now.current, text };
    keepText(name, now.current);
    setState((old) => (old === 'conflict' ? old : 'waiting'));
    schedule();
  };
  /** Goes on with this text over what others have saved. */
  const settle = (text: string, revision: number | null, base: number) => {
    now.current = { text, base, revision };
    keepText(name, now.current);
    setTheirs(undefined);
    setState('waiting');
    schedule();
  };
  /** Removes it from this browser; what is typed next is a new draft, of version `base`. */
  const forget = (base = now.current.base) => {
    clearTimeout(timer.current);
    forgetText(name);
    now.current = { ...now.current, base, revision: null };
    setDraft(undefined);
    setState('saved');
  };
  const stop = async () => {
    clearTimeout(timer.current);
    await saving.current;
  };
  /** Brings the draft on the server up to date, and saves nothing more until the next change. */
  const finish = async () => {
    await stop();
    const isBehind = now.current.revision !== null && localStorage.getItem(keyDraft(name)) !== null;
    if (isBehind && state !== 'conflict') await save();
  };
  /** Deletes it, once what is being saved has arrived; what is edited is then as version `base` has it. */
  const discard = async (base: number) => {
    await stop();
    const { revision } = now.current;
    if (revision !== null) await call('DELETE /services/{name}/draft', { path: { name }, query: { revision } });
    setTheirs(undefined);
    forget(base);
  };
  const saveNow = () => {
    clearTimeout(timer.current);
    if (state !== 'saved' && state !== 'conflict') saving.current = attempt(save);
  };
  useShortcut('Ctrl+S', t('Save the draft'), saveNow);
  useEffect(() => {
    if (opened.isKept) schedule();
    return () => void stop().then(stop); // also the timer of what fails meanwhile
  }, []);
  return { state, draft, theirs, change, settle, finish, forget, discard, base: now.current.base };
}

export type DraftKeeping = ReturnType<typeof useDraft>;

/** The draft that is saved instead; undefined if it is gone. Throws other errors. */
function readTheirs(cause: unknown): Draft | undefined {
  if (!(cause instanceof ApiError) || cause.code !== 'Admin.DraftChanged') throw cause;
  return (cause.details.theirs ?? undefined) as Draft | undefined; // as the API documents it
}

/** A definition that is edited; `first` is where that begins. */
export function useEdited(name: string, opened: Opened, first: string | (() => string) = opened.text) {
  const keeping = useDraft(name, opened);
  const [text, setText] = useState(first);
  const change = (next: string) => {
    setText(next);
    keeping.change(next);
  };
  return { name, text, keeping, change, isChanged: text !== opened.service.definition };
}

/** What is about to be published. */
export type Edited = Omit<ReturnType<typeof useEdited>, 'change'>;

/** What somebody has typed and the server does not have yet, kept in the browser. */
type KeptText = Pick<Opened, 'text' | 'base' | 'revision'>;

/** Each tab keeps its own, even after a reload. */
const tab = sessionStorage.getItem('tab') ?? String(Math.random());
sessionStorage.setItem('tab', tab);

function keyDraft(name: string): string {
  return `text:${tab}:${name}`;
}

function keepText(name: string, kept: KeptText): void {
  localStorage.setItem(keyDraft(name), JSON.stringify(kept));
}

function forgetText(name: string): void {
  localStorage.removeItem(keyDraft(name));
}

/** That of this tab, or else of one that may have been closed, which is this tab's from then on. */
function findText(name: string): KeptText | undefined {
  const keys = Object.keys(localStorage).filter((key) => key.replace(/^text:[\d.e-]+:/, '') === name);
  const key = keys.find((each) => each === keyDraft(name)) ?? keys[0];
  if (key === undefined) return undefined;
  const kept = JSON.parse(localStorage.getItem(key) ?? '') as KeptText; // written above
  localStorage.removeItem(key);
  keepText(name, kept);
  return kept;
}
