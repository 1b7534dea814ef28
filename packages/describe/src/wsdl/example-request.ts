import { isData, textOf, type Data } from '@ticketgate/sdk';

import type { DescribedBody } from '../described-service.js';
import { escapeHTML } from '../pages/html.js';

/** A request in SOAP 1.1, with an element on each line. */
export function exampleRequest(element: string, nameSpace: string, input: Data): DescribedBody {
  const lines = [
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">',
    '  <soap:Body>',
    `    <${element} xmlns="${escapeHTML(nameSpace)}">`,
    ...linesOf(input, '      '),
    `    </${element}>`,
    '  </soap:Body>',
    '</soap:Envelope>',
  ];
  return { contentType: 'text/xml; charset=utf-8', body: lines.join('\n') };
}

function linesOf(data: Data, indent: string): readonly string[] {
  return Object.entries(data).flatMap(([name, value]) =>
    [value].flat().flatMap((one: unknown) => {
      if (isData(one)) return [`${indent}<${name}>`, ...linesOf(one, `${indent}  `), `${indent}</${name}>`];
      return [`${indent}<${name}>${escapeHTML(textOf(one))}</${name}>`];
    }),
  );
}
