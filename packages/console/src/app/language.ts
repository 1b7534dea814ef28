import { signal } from '@preact/signals';

import type { Message } from '../api/admin-api.js';
import { translateAction, type ActionWords } from './action-words.js';

export type Language = 'en' | 'de';

export const language = signal<Language>(readLanguage());
/** `words`: of the console, by the English text, and of errors and messages by id. `texts`: of the server, without values, by the English text. */
type Words = ActionWords & Readonly<Record<'words' | 'texts', Readonly<Record<string, string>>>>;

const german = signal<Words>({ words: {}, texts: {}, subjects: {}, deeds: {} });

function readLanguage(): Language {
  const known = localStorage.getItem('language') ?? navigator.language;
  return known.startsWith('de') ? 'de' : 'en';
}

/** Other languages are loaded when they are first chosen. */
export async function setLanguage(wanted: Language): Promise<void> {
  if (wanted === 'de') german.value = await loadGerman();
  language.value = wanted;
  document.documentElement.lang = wanted;
  localStorage.setItem('language', wanted);
}

async function loadGerman() {
  const [texts, errors, messages, server] = await Promise.all([
    import('../locales/de.json'),
    import('../locales/de-errors.json'),
    import('../locales/de-messages.json'),
    import('../locales/de-server.json'),
  ]);
  const words = { ...server.default.titles, ...texts.default, ...errors.default, ...messages.default };
  return { ...server.default, words };
}

/** Text in the language of the page; `{name}` stands for a value. A text that is not translated stays English, and a test fails. */
export function t(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  const translated = language.value === 'de' ? (german.value.words[text] ?? text) : text;
  return translated.replace(/\{(\w+)\}/g, (mark, name: string) => {
    const value = values[name];
    if (typeof value === 'number') return formatNumber(value);
    return typeof value === 'string' ? value : mark;
  });
}

/** The text of an error, if the language of the page has one for its code and the error has all its values. */
export function errorText(code: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const words = Object.entries(values).map(([name, value]) => [name, translateValue(value)] as const);
  const text = t(code, Object.fromEntries(words));
  return text === code || /\{\w+\}/.test(text) ? undefined : text;
}

function translateValue(value: unknown): unknown {
  if (typeof value === 'string') return serverText(value);
  const isMessage = typeof value === 'object' && value !== null && 'message' in value;
  return isMessage ? messageText(value as Message) : value; // as the server says
}

/** A message of the server, such as a diagnostic, in the language of the page; without a translation it stays English. */
export function messageText({ message, id = '', values = {} }: Message): string {
  return errorText(id, values) ?? serverText(message);
}

/** A text of the server, such as a summary, in the language of the page; without a translation it stays English. */
export function serverText(text: string, message?: Message): string {
  if (message !== undefined) return messageText(message);
  return language.value === 'de' ? (german.value.texts[text] ?? text) : text;
}

/** A text that the server has joined of others, such as the subject and the content of a point of the debug log. */
export function joinedText(text: string): string {
  const parts = Object.hasOwn(german.value.texts, text) ? [text] : text.split(': ');
  return parts.map((part) => serverText(part)).join(': ');
}

/** What was done, as the audit log has it, in the language of the page. */
export function actionText(action: string): string {
  const text = language.value === 'de' ? translateAction(action, german.value) : action;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The paragraphs of a description in the language of the page, without backquotes. */
export function serverHelp(text: string): string {
  const paragraphs = text.split('\n\n').map((each) => serverText(each));
  return paragraphs.join('\n\n').replaceAll('`', '');
}

/** The first text for one, the second for more. */
export function count(number: number, one: string, many: string): string {
  return t(number === 1 ? one : many, { number });
}

/** A few for each language. */
const formats = new Map<string, unknown>();

/** The language with the country of the browser, which writes dates and numbers in its own way. */
function chooseLocale(wanted: Language): string {
  return navigator.languages.find((each) => each.startsWith(wanted)) ?? wanted;
}

/** Formats are slow to make, and a list uses one for each cell. */
function kept<Format>(name: string, make: (locale: string) => Format): Format {
  const key = `${language.value} ${name}`;
  const format = (formats.get(key) as Format | undefined) ?? make(chooseLocale(language.value)); // of this name
  formats.set(key, format);
  return format;
}

export function formatNumber(value: number, digits = 0): string {
  return kept(`number ${digits}`, (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits })).format(
    value,
  );
}

/** With a unit that fits: `12 ms`, `1.4 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${formatNumber(milliseconds / 1000, 2)} s`;
  return `${formatNumber(milliseconds, milliseconds < 10 ? 1 : 0)} ms`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${formatNumber(bytes)} B`;
  const step = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${formatNumber(bytes / Number(step[1]), 1)} ${String(step[0])}`;
}

export function formatTime(moment: string | Date): string {
  const options = { dateStyle: 'medium', timeStyle: 'medium' } as const;
  return kept('time', (locale) => new Intl.DateTimeFormat(locale, options)).format(new Date(moment));
}

/** With the date, or for today with the time to the second. */
export function formatMoment(moment: string): string {
  const date = new Date(moment);
  if (date.toDateString() !== new Date().toDateString()) {
    const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
    return kept('moment', (locale) => new Intl.DateTimeFormat(locale, options)).format(date);
  }
  return kept('clock', (locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })).format(date);
}

/** Milliseconds. */
export const DAY = 86_400_000;

const STEPS = [
  { unit: 'second', seconds: 60 },
  { unit: 'minute', seconds: 3600 },
  { unit: 'hour', seconds: 86_400 },
  { unit: 'day', seconds: 30 * 86_400 },
  { unit: 'month', seconds: 365 * 86_400 },
  { unit: 'year', seconds: Infinity },
] as const;

function chooseStep(seconds: number) {
  const index = STEPS.findIndex((step) => Math.abs(seconds) < step.seconds);
  const unit = STEPS[index]?.unit ?? 'year';
  return { unit, number: seconds / (index === 0 ? 1 : (STEPS[index - 1]?.seconds ?? 1)) };
}

/** Seconds as, for example, `3 minutes`. */
export function formatSpan(seconds: number): string {
  const { unit, number } = chooseStep(seconds);
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return kept(`span ${unit}`, (locale) => new Intl.NumberFormat(locale, options)).format(number);
}

/** For example `3 minutes ago`. */
export function formatAge(moment: string, now = Date.now()): string {
  const { unit, number } = chooseStep((new Date(moment).getTime() - now) / 1000);
  const options = { numeric: 'auto', style: 'short' } as const;
  const age = kept('age', (locale) => new Intl.RelativeTimeFormat(locale, options));
  // A no-break space keeps the unit next to its number.
  return age.format(Math.round(number), unit).replace(/(?<=\d) /, '\u00A0');
}
