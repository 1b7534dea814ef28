import { escapeAttribute } from '@ticketgate/gateway';
import { isData, type Data } from '@ticketgate/sdk';

import { performFailure } from '../call-failure.js';
import { asScalar } from './fill-template.js';

/** Formats data as Znuny does: an element for each member, by name and without a root; texts of a map within are attributes. */
export function xmlBody(data: Data): string {
  const elements = sortMembers(data).map(([name, value]) => writeElements(name, value, '  '));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elements.join('')}`;
}

function writeElements(name: string, value: unknown, indent: string): string {
  if (Array.isArray(value)) return value.map((each: unknown) => writeElements(name, each, indent)).join('');
  if (!isData(value)) return `${indent}<${name}>${escapeAttribute(asScalar(value))}</${name}>\n`;
  let [start, nested] = [`${indent}<${name}`, ''];
  for (const [key, each] of sortMembers(value)) {
    if (isData(each) || Array.isArray(each)) nested += writeElements(key, each, `${indent}  `);
    else start += ` ${key}="${escapeAttribute(asScalar(each))}"`;
  }
  return nested === '' ? `${start} />\n` : `${start}>\n${nested}${indent}</${name}>\n`;
}

/** @throws CallFailure for a name that no element can have */
function sortMembers(data: Data): readonly (readonly [name: string, value: unknown])[] {
  const names = Object.keys(data).sort();
  const wrong = names.find((name) => !/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name));
  if (wrong !== undefined) throw performFailure(`"${wrong}" is not a name of an XML element. Map it to another one.`);
  return names.map((name) => [name, data[name]] as const);
}
