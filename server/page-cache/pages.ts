import type { Site } from '#contract/site.ts';
import { dealer } from '../http/turns.ts';
import { Answer } from './cached-response.ts';
import type { AnswerCache } from './response-cache.ts';
import type { WebBuild } from './web-build.ts';

/**
 * How pages read the API in-process: the answer of an anonymous GET, at a turn if it has some, with its keys.
 * @param address of the visitor for whom alone it is read, who may ask only so often
 */
export type ReadAnswer = (path: string, turn: number, address?: string) => Promise<Answer>;

/** Renders pages: the answer of a URL as any visitor gets it. */
export type Pages = (url: string, address: string) => Promise<Answer>;

/**
 * Makes the renderer of pages. A page is kept under its path alone: an address with query parameters that the page
 * reads is rendered each time, one with others is the page without them, so neither can fill the cache.
 */
export function createPages({
  web,
  site,
  cache,
  readAnswer,
  headersOf,
}: {
  web: WebBuild;
  site: Site;
  cache: AnswerCache;
  readAnswer: ReadAnswer;
  /** What a page at this path is sent with. */
  headersOf: (path: string) => Record<string, string>;
}): Pages {
  const deal = dealer();

  return async function pageOf(url, address) {
    const [pathname = '', search] = url.split('?', 2);
    const path = canonicalPath(pathname);
    const query = search && queryOf(search, (await web.entry()).readsOf(path));
    return query ? renderPage(path + query, undefined, address) : cache.through(path, (turn) => renderPage(path, turn));
  };

  async function renderPage(url: string, asked?: number, address?: string): Promise<Answer> {
    const entry = await web.entry();
    const keys = new Set<string>();
    let until = Number.POSITIVE_INFINITY;
    let turn = asked;
    let turns = 1;
    const read = async (path: string) => {
      const at = turn ?? 0;
      let answer = await readAnswer(path, at, address);
      if (answer.headers['surrogate-turns']) {
        turns = Number(answer.headers['surrogate-turns']);
        turn ??= deal(turns);
        if (turn !== at) answer = await readAnswer(path, turn, address);
      }
      for (const key of answer.keys) keys.add(key);
      until = Math.min(until, answer.until);
      answer.value ??= JSON.parse(answer.body.toString());
      if (answer.status >= 400) throw new entry.ApiError(answer.status, (answer.value as { message: string }).message);
      return entry.asPage(answer.value, answer.headers.link);
    };
    const { status, html: bytes } = await entry.render(url, { site, read, assetsOf: web.assetsOf });
    const html = Buffer.from(bytes.buffer);
    return new Answer(
      status,
      {
        ...headersOf(url.split('?', 1)[0] as string),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, no-cache',
        'surrogate-key': [...keys].join(' '),
      },
      web.development ? await web.development.finish(url, html.toString()) : html,
      { keys: [...keys], until, turn: (turn ?? 0) % turns, turns },
    );
  }
}

/**
 * One spelling for a path that can be percent-encoded in many, with single slashes and none at the end: what pages are
 * kept under, and where other spellings are sent.
 * @throws {URIError} for a malformed encoding
 */
export function canonicalPath(pathname: string): string {
  const segments = pathname.split('/').filter(Boolean);
  return `/${segments.map((segment) => encodeURIComponent(decodeURIComponent(segment))).join('/')}`;
}

function queryOf(search: string, reads: string[]): string {
  const given = new URLSearchParams(search);
  const read = new URLSearchParams();
  for (const name of reads) {
    const value = given.get(name);
    if (value !== null) read.set(name, value);
  }
  return read.size > 0 ? `?${read}` : '';
}
