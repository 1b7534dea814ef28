import { readFileSync } from 'node:fs';
import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';

let kept: ReadonlyMap<string, string> | undefined;

/** What each option of the configuration does, by its name such as `http.port`: the comments of `config/gateway.yml`, which is the manual. */
export function optionManual(): ReadonlyMap<string, string> {
  kept ??= readManual(readFileSync(new URL('../../config/gateway.yml', import.meta.url), 'utf8'));
  return kept;
}

function readManual(text: string): ReadonlyMap<string, string> {
  const { contents } = parseDocument(text);
  return new Map(isMap(contents) ? commentsIn(contents, '') : []);
}

function commentsIn(map: YAMLMap, above: string): readonly (readonly [string, string])[] {
  return map.items.flatMap(({ key, value }, index) => {
    if (!isScalar(key)) return [];
    const name = `${above}${String(key.value)}`;
    // The comment above the first key belongs to the map.
    const comment = (index === 0 ? map.commentBefore : undefined) ?? key.commentBefore ?? '';
    const words = comment.replaceAll(/\s*\n\s*/g, ' ').trim();
    return [[name, words] as const, ...(isMap(value) ? commentsIn(value, `${name}.`) : [])];
  });
}
