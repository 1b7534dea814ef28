/** Imports a file as its text, as a build does. */
export default { process: (text) => ({ code: `export default ${JSON.stringify(text)};` }) };
