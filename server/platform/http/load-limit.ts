import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a process works on, what waits, and what it has accepted and refused since the start. */
export interface LoadCounts {
  connections: number;
  reads: number;
  waiting: number;
  writes: number;
  refused: number;
}

/** Decides when a request that is not answered from memory is begun, and whether. */
export interface LoadLimit {
  /**
   * Calls `begin` now, as soon as fewer requests are worked on, or never: when too many wait already, the response is an error, and
   * when its client leaves there is none.
   */
  admit(request: IncomingMessage, response: ServerResponse, begin: () => void): void;
  readonly counts: LoadCounts;
}

interface LoadLimitOptions {
  /** How many pages and other reads are worked on at a time. */
  readsAtOnce: number;
  /** Answers a request that is refused. */
  refuse: (request: IncomingMessage, response: ServerResponse) => void;
}

interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  begin: () => void;
}

/** A read that takes one place, however many ask for it: a page is rendered once for all. */
interface Read {
  url: string;
  visits: Set<Visit>;
  hasBegun: boolean;
  timer?: NodeJS.Timeout;
}

// A read that would wait longer is refused when it comes. The longest wait is for what takes longer than expected.
const MAX_EXPECTED_WAIT_MS = 1000;
const MAX_WAIT_MS = 2000;
const MAX_WAITING = 500;
// Of how many reads the mean interval is known.
const SAMPLES = 20;
// What a request has begun is done much sooner: queries are canceled after 10 s.
const ABANDONED_AFTER_MS = 15_000;
const MAX_WRITES = 200;
const MAX_IMPORTANT_WRITES = 400;

// They report the state of the process, or send a file in pieces, as slowly as their client reads.
const UNLIMITED = /^\/(?:healthz|readyz|metrics|map-tiles\/|photos\/)/;
const WEBHOOK = '/api/webhooks/';
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?session=/;

/**
 * Creates the limit of a process. Few reads are worked on at a time, because more would only share the same processor, and would keep it
 * from what is answered at once. Writes wait for nothing and are refused last, those of users and of Stripe after all others.
 * See docs/decisions/0091-what-is-too-much-is-refused-at-once.md.
 */
export function createLoadLimit({ readsAtOnce, refuse }: LoadLimitOptions): LoadLimit {
  const counts: LoadCounts = { connections: 0, reads: 0, waiting: 0, writes: 0, refused: 0 };
  const queue = new Set<Read>();
  const pages = new Map<string, Read>();
  // Between the ends of two reads while others wait.
  let meanIntervalMs = 20;
  let lastEnd: number | undefined;

  function admitRead(visit: Visit) {
    const { url = '' } = visit.request;
    const same = pages.get(url);
    if (same?.hasBegun) return visit.begin();
    if (same) return wait(same, visit);
    const mustWait = counts.reads >= readsAtOnce || queue.size > 0;
    if (mustWait && isFull()) return reject(visit);
    const read: Read = { url, visits: new Set(), hasBegun: false };
    if (isPage(url)) pages.set(url, read);
    wait(read, visit);
    if (!mustWait) return begin(read);
    queue.add(read);
    counts.waiting = queue.size;
    read.timer = setTimeout(() => giveUp(read), MAX_WAIT_MS);
  }

  function wait(read: Read, visit: Visit) {
    read.visits.add(visit);
    visit.response.once('close', () => {
      read.visits.delete(visit);
      if (read.visits.size === 0 && !read.hasBegun) remove(read);
    });
  }

  function begin(read: Read) {
    read.hasBegun = true;
    counts.reads += 1;
    const [first] = read.visits as Iterable<Visit> as [Visit];
    onDone(first.response, () => {
      counts.reads -= 1;
      noteEnd();
      if (pages.get(read.url) === read) pages.delete(read.url);
      // In a later turn of the event loop, so that others come between two pages.
      setImmediate(beginNext);
    });
    for (const visit of read.visits) visit.begin();
  }

  const isFull = () => queue.size >= MAX_WAITING || queue.size * meanIntervalMs >= MAX_EXPECTED_WAIT_MS;

  function noteEnd() {
    const now = performance.now();
    if (lastEnd !== undefined) meanIntervalMs += (now - lastEnd - meanIntervalMs) / SAMPLES;
    lastEnd = queue.size > 0 ? now : undefined;
  }

  function beginNext() {
    const [next] = queue;
    if (!next || counts.reads >= readsAtOnce) return;
    dequeue(next);
    begin(next);
  }

  function dequeue(read: Read) {
    clearTimeout(read.timer);
    queue.delete(read);
    counts.waiting = queue.size;
  }

  function remove(read: Read) {
    dequeue(read);
    if (pages.get(read.url) === read) pages.delete(read.url);
  }

  function giveUp(read: Read) {
    remove(read);
    for (const visit of read.visits) reject(visit);
  }

  function reject({ request, response }: Visit) {
    counts.refused += 1;
    refuse(request, response);
  }

  const admitWrite = createWriteLimit(counts, reject);

  return {
    counts,
    admit(request, response, begin) {
      const { method, url = '' } = request;
      if (UNLIMITED.test(url)) return begin();
      if (method === 'GET' || method === 'HEAD') admitRead({ request, response, begin });
      else admitWrite({ request, response, begin });
    },
  };
}

function createWriteLimit(counts: LoadCounts, reject: (visit: Visit) => void) {
  return function admitWrite(visit: Visit) {
    const { request, response } = visit;
    if (counts.writes >= (isImportant(request) ? MAX_IMPORTANT_WRITES : MAX_WRITES)) {
      // The body is not read.
      response.setHeader('connection', 'close');
      return reject(visit);
    }
    const count = () => {
      if (response.writableEnded) return;
      counts.writes += 1;
      onDone(response, () => {
        counts.writes -= 1;
      });
    };
    // A client can take minutes to send a body.
    if (hasBody(request)) request.once('end', count);
    else count();
    visit.begin();
  };
}

/** A page without a query, not a file: `pages.ts` renders it once for all who ask for it at the same time. */
const isPage = (url: string) => !url.startsWith('/api/') && !/[?.]/.test(url);

const isImportant = ({ url = '', headers }: IncomingMessage) =>
  url.startsWith(WEBHOOK) || SESSION_COOKIE.test(headers.cookie ?? '');

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Calls back once when a response is complete, also if nobody is left to receive it: what was begun goes on then. The client may
 * take its time to receive it.
 */
function onDone(response: ServerResponse, callback: () => void) {
  let isDone = false;
  const done = () => {
    if (isDone) return;
    isDone = true;
    callback();
  };
  const end = response.end as (...args: unknown[]) => ServerResponse;
  response.end = (...args: unknown[]) => {
    done();
    return end.apply(response, args);
  };
  // A stream of which the client has left is not ended.
  response.once('close', () => {
    if (!isDone) setTimeout(done, ABANDONED_AFTER_MS).unref();
  });
}
