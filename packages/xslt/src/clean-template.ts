/**
 * Removes the blanks around texts of a template, as the family does before it parses one (`docs/web-services.md`): in `xsl:text` too,
 * but not from texts that are nothing but blanks.
 */
export function cleanTemplate(template: string): string {
  return template.replace(/>[ \t\n]+(?=[^< \t\n])/g, '>').replace(/(?<![> \t\n])[ \t\n]+(?=<)/g, '');
}
