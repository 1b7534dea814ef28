/**
 * Removes the spaces around texts of a template, as the family does before parsing (`docs/web-services.md`): also in `xsl:text`, but not
 * from texts that consist only of spaces.
 */
export function cleanTemplate(template: string): string {
  return template.replace(/>[ \t\n]+(?=[^< \t\n])/g, '>').replace(/(?<![> \t\n])[ \t\n]+(?=<)/g, '');
}
