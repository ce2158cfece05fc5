import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { repetitions, selectEveryNth } from '#tests/support/long-run.ts';

const api = await createTestApi();
afterAll(api.close);
beforeAll(async () => {
  await api.createListing({ title: 'Golden Hour Plumbing' });
  await api.createListing({ title: '가나다 한식당 한국어' });
});

const HOSTILE: Record<string, string> = {
  'a zero byte': 'plumb\0ing',
  'ten kilobytes': 'a'.repeat(10_000),
  'two hundred letters': 'a'.repeat(200),
  'two hundred words': 'a '.repeat(100),
  'operators of a query': `& | ! ( ) : * < > <-> ' " \\`,
  'an unfinished query': `golden & | (`,
  'a weight and a beginning': `golden:*A | 'x':*`,
  quotes: `''''"""" ' or 1=1 --`,
  SQL: `'; drop table listings; select pg_sleep(10); --`,
  backslashes: '\\\\\\',
  wildcards: '%_%_%',
  emoji: '🍕🔧👩‍👩‍👧‍👦',
  'right to left': 'مطعم عربي \u202Egolden',
  'half a pair': 'gold\uD800en',
  'punctuation alone': '!!! --- ... ???',
  blanks: '   \t\n  ',
  'control characters': '\u0001\u0002\u001f\u007f',
  'letters without width': '\u200b\u200c\u200d\ufeff',
  'marks without letters': '\u0301\u0301\u0301',
  'other letters': '한국어 中文 ελληνικά кириллица',
  'words of the index': '#category1 =golden ~golden #paid =+golden ~+repar',
  'words that say nothing in Spanish': 'de la de los que con en el para su y una',
  'a question without an answer in Spanish': '¿¡Quién que hable en en español cerca de cerca de mí!?',
  'accents without end': 'ñáéíóú'.repeat(20),
  'endings alone': 'ción acion ucion as os es a',
  'a word that begins all': 'a',
  'prepositions alone': 'near in at cerca de',
  'places alone': 'in irvine near irvine in irvine',
  'a script': '<script>alert(1)</script>',
  'a very large number': '9'.repeat(150),
  'a float': '1e308 NaN Infinity',
  'an address of the web': 'https://evil.example/?q=1&r=2#3',
  'percent signs': '%00%27%22',
};
const PATHS = ['/api/search', '/api/search/about', '/api/search/filters', '/api/search/suggestions', '/api/search/map'];
/** The path with all texts; the others, which read them alike, share them. */
const [FULL_PATH] = PATHS;

describe.each(PATHS)('%s', (path) => {
  const all = Object.entries(HOSTILE);
  const texts = path === FULL_PATH ? all : selectEveryNth(3, all, PATHS.indexOf(path));

  it.each(texts)('answers cleanly to %s', async (_what, text) => {
    for (const [parameter, maxLength] of [
      ['q', 200],
      ['near', 80],
    ] as const) {
      const encoded = Buffer.from(text, 'utf8').toString('latin1');
      const { status, body } = await api.visitor().get(`${path}?${parameter}=${escape(encoded)}`);
      if (text.trim().length <= maxLength) expect(status, `${parameter}: ${JSON.stringify(body)}`).toBe(200);
      else {
        const issues = [{ path: parameter, message: `Use ${maxLength} characters or fewer` }];
        expect([status, body]).toEqual([400, { message: 'Invalid input', issues }]);
      }
    }
  });

  it.each([
    ['within=0', 'within=101', 'within=x', 'open=later', 'website=maybe', 'box=1,2,3', 'box=a,b,c,d'],
    ['box=-118,34,-119,33', 'box=-181,0,0,1', 'box=1e9,0,0,1', 'category=', `category=${'x'.repeat(81)}`, 'place='],
  ])('refuses %s and the like', async (...queries) => {
    for (const query of queries) {
      const { status, body } = await api.visitor().get(`${path}?q=golden&${query}`);
      if (path === '/api/search/suggestions') {
        // They are not narrowed by filters, whatever these say.
        expect([status, body], query).toEqual([200, (await api.visitor().get(`${path}?q=golden`)).body]);
        continue;
      }
      expect(status, query).toBe(400);
      expect(body.message).not.toBe('');
    }
  });

  it.each(['near=91,-117', 'near=33,-181', 'near=0,0', 'near=-33.1,17', 'near=33.68,-117.82,5'])(
    'answers cleanly to a point like %s',
    async (query) => {
      expect((await api.visitor().get(`${path}?${query}`)).status).toBe(200);
    },
  );
});

it('titles in other scripts are found', async () => {
  const { body } = await api.visitor().get(`/api/search?q=${encodeURIComponent('한국어')}`);
  expect(body).toMatchObject([{ title: '가나다 한식당 한국어' }]);
});

it('any order of words that a search understands, and of signs, is answered', async () => {
  const words =
    'near in at me open now late closed on sunday 24 hours cerca de mí abierto en español plumber 92614 92614-1234 irvine irvnie ' +
    'la oc county orange 405 freeway exit 5th & main st 100 949 555-0100 with without wifi -pizza "golden hour" ( ) : * % _ ¿ ☕ é ñ';
  const word = fc.oneof(fc.constantFrom(...words.split(' ')), fc.string({ unit: 'grapheme', maxLength: 8 }));
  const query = fc.array(word, { minLength: 1, maxLength: 9 }).map((all) => all.join(' ').slice(0, 100));
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const { status, body } = await api.visitor().get(`/api/search?q=${encodeURIComponent(text.toWellFormed())}`);
      expect(status, JSON.stringify(body)).toBe(200);
    }),
    { numRuns: repetitions(25, 3000) },
  );
});
