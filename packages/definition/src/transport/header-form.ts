/** The characters of a header's name (RFC 9110, 5.1). */
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** The characters of a header's value that do not end the header. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
