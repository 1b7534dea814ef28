/** What a name of a header in HTTP consists of (RFC 9110, 5.1). */
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** The characters that its value may have without ending the header. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
