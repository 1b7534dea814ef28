/** Statements: a build has their text in its scripts. */
declare module '*.sql' {
  const text: string;
  export default text;
}
