import { keptIn } from '@ticketgate/sdk';

/** An entry of `RouteOperationMapping`. */
export interface RouteEntry {
  readonly name: string;
  readonly route: string;
  /** Undefined for all methods; otherwise only those that clients can send. */
  readonly methods: ReadonlySet<string> | undefined;
  /** Its place among all entries: the first that matches wins. */
  readonly place: number;
}

/** The first route for each set of methods; there are few, since few methods can be sent. */
type Ends = Map<string, RouteEntry>;

interface Node {
  /** By segment: `Ticket`, or `Ticket-:` for a placeholder behind some text. */
  readonly children: Map<string, Node>;
  readonly ends: Ends;
}

/** Characters of a route that is compared by its segments, and not only as it is written. */
const LONGEST = 500;

/** Letters, digits and placeholders. Other characters have a meaning in patterns; a dot is treated as a literal dot. */
const PLAIN = /^(?:\/[\w~%.-]*(?::\w+)?)+$/;
/** A plain beginning, and then anything. */
const OPEN_END = /^((?:\/[\w~%-]*)*)\.[*+]$/;

/** Routes by their segments, to find the one that takes all requests of another without matching any path. */
export class RouteTree {
  readonly #root = newNode();
  /** All routes as written: two routes with the same text match the same requests. */
  readonly #texts = new Map<string, Ends>();
  /** By the text before the open end. */
  readonly #openEnds = new Map<string, Ends>();

  add(entry: RouteEntry): void {
    keepFirst(keptIn(this.#texts, entry.route, newEnds), entry);
    if (isPlain(entry.route)) keepFirst(grow(this.#root, splitSegments(entry.route)).ends, entry);
    const start = entry.route.length > LONGEST ? undefined : OPEN_END.exec(entry.route)?.[1];
    if (start !== undefined) keepFirst(keptIn(this.#openEnds, start, newEnds), entry);
  }

  /** The first route that takes all requests of `entry`; undefined if no route does. */
  findCover(entry: RouteEntry): RouteEntry | undefined {
    const found = [this.#texts.get(entry.route)];
    if (isPlain(entry.route)) {
      found.push(...endsThatTake(this.#root, splitSegments(entry.route)));
      // A placeholder can match anything, so only the text before it is compared.
      const [start = ''] = entry.route.split(':', 1);
      found.push(...listBeginnings(start).map((text) => this.#openEnds.get(text)));
    }
    let first: RouteEntry | undefined;
    for (const cover of found.flatMap((ends) => [...(ends?.values() ?? [])])) {
      if (coversMethods(cover, entry) && (first === undefined || cover.place < first.place)) first = cover;
    }
    return first;
  }
}

function isPlain(route: string): boolean {
  return route.length <= LONGEST && PLAIN.test(route);
}

function newNode(): Node {
  return { children: new Map(), ends: newEnds() };
}

function newEnds(): Ends {
  return new Map();
}

function grow(root: Node, segments: readonly string[]): Node {
  let node = root;
  for (const segment of segments) node = keptIn(node.children, segment, newNode);
  return node;
}

/** `/Ticket/:TicketID` as `Ticket` and `:`. */
function splitSegments(route: string): readonly string[] {
  return route
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/:.*/, ':'));
}

/** The ends of all routes whose segments take those of another. */
function endsThatTake(root: Node, segments: readonly string[]): readonly Ends[] {
  let nodes: readonly Node[] = [root];
  for (const segment of segments) {
    const names = namesThatTake(segment);
    nodes = nodes.flatMap(({ children }) => names.flatMap((name) => children.get(name) ?? []));
  }
  return nodes.map(({ ends }) => ends);
}

function namesThatTake(segment: string): readonly string[] {
  if (segment === '') return [''];
  // A placeholder takes at least one character.
  const placeholders = listBeginnings(segment.slice(0, -1)).map((text) => `${text}:`);
  return segment.endsWith(':') ? placeholders : [segment, ...placeholders];
}

function listBeginnings(text: string): readonly string[] {
  return Array.from({ length: text.length + 1 }, (_, length) => text.slice(0, length));
}

function keepFirst(ends: Ends, entry: RouteEntry): void {
  keptIn(ends, entry.methods === undefined ? '*' : [...entry.methods].sort().join(), () => entry);
}

function coversMethods(cover: RouteEntry, { methods }: RouteEntry): boolean {
  if (cover.methods === undefined) return true;
  return methods !== undefined && [...methods].every((method) => cover.methods?.has(method));
}
