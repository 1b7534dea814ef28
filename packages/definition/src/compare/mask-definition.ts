import { MASK } from '@ticketgate/sdk';

import type { Range } from '../yaml/source-range.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import { findSecrets, type Secret } from './find-secrets.js';
import { textsIn, addressSecretsIn } from './hide-secrets.js';

/** Masks secrets, for places that keep or show a definition outside its service. A text that cannot be read is masked as a whole. */
export function maskDefinition(text: string): string {
  const secrets = findSecrets(text);
  if (secrets === undefined) return MASK;
  const edits = secrets.filter(({ shown, value }) => shown !== value).map((secret) => edit(secret, secret.shown));
  return replaceAll(text, edits);
}

/**
 * Replaces the masks in `masked`, which comes from `maskDefinition` and may have been edited since, with the secrets of the first text in
 * `known` that has them.
 *
 * @returns the text, and the paths of masks without a known secret
 */
export function restoreSecrets(
  masked: string,
  known: readonly string[],
): { readonly text: string; readonly missing: readonly YamlPath[] } {
  const masks = masked.includes(MASK) ? (findSecrets(masked)?.filter(({ pieces }) => pieces.includes(MASK)) ?? []) : [];
  if (masks.length === 0) return { text: masked, missing: [] };
  const isKnown = ({ pieces }: Secret) => pieces.some((piece) => piece !== MASK);
  const secrets = [...known].reverse().flatMap((text) => findSecrets(text)?.filter(isKnown) ?? []);
  const stored = new Map(secrets.map((secret) => [JSON.stringify(secret.path), secret]));
  const completed = masks.map((mask) => ({ mask, value: unmask(mask, stored.get(JSON.stringify(mask.path))) }));
  const edits = completed.flatMap(({ mask, value }) => (value === mask.value ? [] : [edit(mask, value)]));
  const missing = completed.filter(({ value }) => hasMask(value)).map(({ mask }) => mask.path);
  return { text: replaceAll(masked, edits), missing };
}

/** Restores the masked parts; an author may have changed the text around them. */
function unmask({ value }: Secret, stored: Secret | undefined): unknown {
  if (stored === undefined) return value;
  if (value === stored.shown) return stored.value;
  if (typeof value !== 'string' || typeof stored.value !== 'string' || stored.shown === MASK) return value;
  const pieces = [...stored.pieces];
  return value.replaceAll(MASK, () => pieces.shift() ?? MASK);
}

/** Whether a value still contains a mask. A mask within a longer text does not count. */
function hasMask(value: unknown): boolean {
  return textsIn(value).some((text) => text === MASK || addressSecretsIn(text).includes(MASK));
}

interface Edit {
  readonly range: Range;
  readonly written: string;
}

/** Writes a value as JSON, which is also YAML. A block begins below its key, so a space must follow the colon. */
function edit({ range, isBlock }: Secret, value: unknown): Edit {
  return { range, written: (isBlock ? ' ' : '') + (value === MASK ? `'${MASK}'` : JSON.stringify(value)) };
}

/** The rest of the text stays unchanged, to the byte. */
function replaceAll(text: string, edits: readonly Edit[]): string {
  // An alias has the range of its anchor; of two edits of one place, the first one counts.
  const places = new Map([...edits].reverse().map((each) => [each.range[0], each]));
  let [replaced, from] = ['', 0];
  for (const { range, written } of [...places.values()].sort((a, b) => a.range[0] - b.range[0])) {
    const [begin, end] = range;
    // An anchored node may lie within another node that is replaced.
    if (begin < from) continue;
    // A range of several lines includes the last line break.
    replaced += text.slice(from, begin) + written + (text.slice(begin, end).endsWith('\n') ? '\n' : '');
    from = end;
  }
  return replaced + text.slice(from);
}
