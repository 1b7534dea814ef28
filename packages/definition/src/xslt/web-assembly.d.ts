/** The part of WebAssembly that the engine uses, which the types of Node.js 20 lack. */
declare namespace WebAssembly {
  type Imports = Readonly<Record<string, Readonly<Record<string, (...given: never[]) => unknown>>>>;

  interface Module {
    readonly [Symbol.toStringTag]: string;
  }

  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }

  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (module: Module, imports: Imports) => Instance;
}
