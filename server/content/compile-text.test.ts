import { describe, expect, test } from 'vitest';
import { compileText } from './compile-text.ts';
import { renderMarkdown } from './markdown.ts';
import { readReleaseTexts } from './release-texts.ts';

const description = 'A description of a post for search engines, with more than fifty letters.';
const isCounty = (slug: string) => slug === 'kern-county';
const fields = { title: 'A post', date: '2025-04-03', county: 'kern-county', excerpt: description, description };
const post = (changes: Record<string, string> = {}, markdown = '## A part\n\nWords.\n') => {
  const lines = Object.entries({ slug: 'a-post', ...fields, ...changes }).map(
    ([name, value]) => `${name}: '${value}'\n`,
  );
  return `---\n${lines.join('')}---\n${markdown}`;
};
const readFile = (name: string, content: string) => readReleaseTexts(isCounty, new Map([[name, content]]));
const compilePost = (markdown: string) =>
  compileText<'post'>('blog/a-post', { fields, markdown }, { isCounty, publishedOn: '2026-11-26' });
const issuesOf = (markdown: string) => renderMarkdown(markdown).issues;

describe('An invalid file is refused with its name', () => {
  test.each([
    ['no front matter', 'Words.', /front matter is missing/],
    ['no title', post({ title: '' }), /title/],
    ['an invalid date', post({ date: '2025-02-30' }), /date/],
    ['no date', post({ date: '' }), /date/],
    ['a slug with spaces', post({ slug: 'A post' }), /No page shows/],
    ['an unknown county', post({ county: 'nowhere-county' }), /county/],
    ['an excerpt that is too long for its card', post({ excerpt: 'x'.repeat(201) }), /excerpt/],
    ['a description that is too long for search engines', post({ description: 'x'.repeat(161) }), /at most 160/],
    ['an unknown field', post({ author: 'Somebody' }), /author/],
    ['front matter that is not YAML', '---\ntitle: "open\n---\nWords.', /not YAML/],
    ['HTML', post({}, 'Words <b onclick="alert(1)">in bold</b>.'), /line 9: HTML is not allowed: <b/],
    ['no text', post({}, '\n'), /empty/],
  ])('%s', (_, source, message) => {
    expect(() => readFile('blog/some-post.md', source)).toThrow('content/blog/some-post.md: ');
    expect(() => readFile('blog/some-post.md', source)).toThrow(message);
  });

  test('and a policy without its date, a text that no page shows, and one of two files with the same text', () => {
    const policy = `---\ntitle: Privacy\ndescription: ${description}\n---\nWords.`;
    expect(() => readFile('privacy-policy.md', policy)).toThrow('updated');
    expect(() => readFile('cookie-policy.md', policy)).toThrow('No page shows');
    const files = new Map([
      ['blog/a.md', post()],
      ['blog/b.md', post()],
    ]);
    expect(() => readReleaseTexts(isCounty, files)).toThrow('content/blog/b.md: Another file has the text blog/a-post');
  });
});

test('headings get ids and form the table of contents; external links open a new tab', () => {
  const { text } = compilePost('## Tips & *tricks*\n\n[In](/rates), [out](https://example.com/?a=1&b=2).\n');
  expect(text?.headings).toEqual([{ id: 'tips--tricks', title: 'Tips & tricks' }]);
  expect(text?.html).toContain('<h2 id="tips--tricks">Tips &amp; <em>tricks</em></h2>');
  expect(text?.html).toContain('<a href="/rates">In</a>');
  expect(text?.html).toContain(
    '<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener">out<span class="sr-only"> (opens in a new tab)</span></a>',
  );
});

test('a text of a language leads to pages of that language, and not to files, the API and other sites of it', () => {
  const markdown =
    '[a](/rates), [b](/), [c](/help?q=1#pay), [d](#pay), [e](/es/rates), [f](/api/docs), [g](/blog/rss.xml), [h](https://example.com/rates)';
  const source = { fields, markdown };
  const { text } = compileText<'post'>('es/blog/a-post', source, { isCounty, publishedOn: '2026-11-26' });
  expect(text).toMatchObject({ language: 'es', slug: 'a-post' });
  expect([...(text?.html.matchAll(/href="([^"]*)"/g) ?? [])].map(([, href]) => href)).toEqual([
    '/es/rates',
    '/es',
    '/es/help?q=1#pay',
    '#pay',
    '/es/rates',
    '/api/docs',
    '/blog/rss.xml',
    'https://example.com/rates',
  ]);
});

describe('The id of a heading', () => {
  test.each([
    [
      '## ¿Puedo pagar por adelantado? {#can-i-pay-ahead}',
      '<h2 id="can-i-pay-ahead">¿Puedo pagar por adelantado?</h2>',
    ],
    ['### Tips & *tricks* {#a--1}  ', '<h3 id="a--1">Tips &amp; <em>tricks</em></h3>'],
    ['## Costs {#costs} ##', '<h2 id="costs">Costs</h2>'],
    ['Costs {#costs}\n---', '<h2 id="costs">Costs</h2>'],
    ['## *Costs*{#costs}', '<h2 id="costs"><em>Costs</em></h2>'],
    ['- ## Costs {#costs}', '<ul>\n<li><h2 id="costs">Costs</h2>\n</li>\n</ul>'],
    ['## Costs {#x} more', '<h2 id="costs-x-more">Costs {#x} more</h2>'],
    ['## Costs \\{#x}', '<h2 id="costs-x">Costs {#x}</h2>'],
    ['## `{#x}`', '<h2 id="x"><code>{#x}</code></h2>'],
    ['## ¿Cuánto?', '<h2 id="cuánto">¿Cuánto?</h2>'],
  ])('is what it ends with in braces, else made of its words: %j', (markdown, html) => {
    expect(renderMarkdown(markdown)).toMatchObject({ html: `${html}\n`, issues: [] });
  });

  test.each([
    ['## Costs {#Costs}', 'The id of a heading has lower-case letters, digits and hyphens only: {#Costs}'],
    ['## Costs {#what it costs}', 'only: {#what it costs}'],
    ['## Costs {#}', 'only: {#}'],
    ['## Costs {#--}', 'only: {#--}'],
    ['## Costs {#señal}', 'only: {#señal}'],
    ['## Costs {#"onclick="alert(1)}', 'only: {#"onclick="alert(1)}'],
    ['## Costs {#x"><script>alert(1)</script>}', 'only: {#x"><script>alert(1)</script>}'],
    ['## Costs {#a_b_c}', 'only: {#a_b_c}'],
    ['## Costs {#a*b*c}', 'only: {#a*b*c}'],
    ['## Costs {#a&quot;b}', 'only: {#a&quot;b}'],
    ['## Costs {#root}', 'Choose another heading: pages use #root themselves.'],
    ['## {#costs}', 'A heading needs a letter or a digit.'],
    ['## ?! {#costs}', 'A heading needs a letter or a digit.'],
    ['> ## Costs {#state}', 'Choose another heading: pages use #state themselves.'],
    ['## www.example.com{#costs}', 'only: {#costs}'],
  ])('is refused: %j', (markdown, message) => {
    const { html, issues } = renderMarkdown(`Before.\n\n${markdown}\n`);
    expect(issues).toEqual([{ line: 3, message: expect.stringContaining(message) }]);
    expect(html).toBe('<p>Before.</p>\n');
  });

  test.each([
    '## One {#costs}\n\n## Two {#costs}',
    '## Costs\n\n## Two {#costs}',
    '## One {#costs}\n\n## Costs',
    '## One {#costs}\n\n- ### Two {#costs}',
  ])('is that of one heading: %j', (markdown) => {
    expect(issuesOf(markdown)).toEqual([{ line: 3, message: 'Another heading has the id #costs too.' }]);
  });
});

test('a post has a reading time, and without a day that of its publication', () => {
  expect(compilePost(`${'word '.repeat(441)}\n`).text?.minutes).toBe(3);
  const source = { fields: { ...fields, date: '' }, markdown: 'Words.' };
  expect(compileText<'post'>('blog/a', source, { isCounty, publishedOn: '2026-11-26' }).text?.date).toBe('2026-11-26');
});

describe('Hostile Markdown', () => {
  test.each([
    ['<script>alert(1)</script>'],
    ['Words <img src=x onerror=alert(1)> here'],
    ['- item\n  <iframe src="//evil.example"></iframe>'],
    ['| a |\n|---|\n| <svg onload=alert(1)> |'],
    ['<!-- a comment -->'],
    ['[here](javascript:alert(1))'],
    ['[here](<java\tscript:alert(1)>)'],
    ['[here](&#106;avascript:alert(1))'],
    ['[here](data:text/html,x)'],
    ['[here](vbscript:x)'],
    ['[here](http://example.com)'],
    ['[here](//evil.example)'],
    ['[here](/\\evil.example)'],
    ['[here](</\t/evil.example>)'],
    ['[here](https://)'],
    ['[here][1]\n\n[1]: javascript:alert(1)'],
    ['<javascript:alert(1)>'],
    ['www.example.com'],
    ['someone@example.com'],
    ['![a picture](https://evil.example/x.png)'],
    ['![a picture](<x" onerror="alert(1)>)'],
    ['# A second first heading'],
    ['A second first heading\n==='],
    ['## State'],
    ['> ## Notices'],
    ['## !!!'],
    ['- [ ] to do'],
  ])('is refused, and not in the HTML: %j', (markdown) => {
    const { html, issues } = renderMarkdown(`Before.\n\n${markdown}\n\nAfter.`);
    expect(issues).toHaveLength(1);
    expect(issues[0]?.line).toBeGreaterThanOrEqual(3);
    expect(html.replaceAll(/\s/g, '')).toMatch(/^<p>Before\.<\/p>(<p>|<ul>|<blockquote>)?.*<p>After\.<\/p>$/);
    expect(html).not.toMatch(/<(?!\/?(p|ul|li)>)|javascript:|evil/);
  });

  test.each([
    [
      '[a](https://example.com/"onmouseover="alert(1))',
      /<a href="https:\/\/example\.com\/%22onmouseover=%22alert\(1\)" target/,
    ],
    ['`<script>`', /<code>&lt;script&gt;<\/code>/],
    ['```"><script>\nx\n```', /<code class="language-&quot;&gt;&lt;script&gt;">/],
    ['a < b & "c"', /a &lt; b &amp; &quot;c&quot;/],
    ['&lt;script&gt;', /&lt;script&gt;/],
    ['**bold _and_ ~~gone~~**', /<strong>bold <em>and<\/em> <del>gone<\/del><\/strong>/],
  ])('is escaped: %s', (markdown, expected) => {
    expect(renderMarkdown(markdown)).toMatchObject({ issues: [], html: expect.stringMatching(expected) });
  });

  test('is named with its line, one issue for each block', () => {
    const text = 'One.\n\n- a\n- b\n- [c](http://x)\n\n## Two\n\n\nThree <b>bold</b>\nand <i>more</i>.\n';
    expect(issuesOf(text)).toEqual([
      { line: 5, message: 'A link leads nowhere: http://x' },
      { line: 10, message: 'HTML is not allowed: <b>' },
    ]);
    expect(issuesOf('<b>x</b>\n\n'.repeat(100))).toHaveLength(20);
  });

  test('that is deeply nested or becomes very large is refused', () => {
    expect(issuesOf('>'.repeat(20_000))).toEqual([{ line: 1, message: 'Use fewer levels of quotes and lists.' }]);
    expect(issuesOf(`|a|\n|-|\n${'|a\n'.repeat(33_000)}`)).toEqual([
      { line: 1, message: 'This text is too long. Use fewer links and smaller tables.' },
    ]);
  });
});

describe('Questions', () => {
  const compileFaq = (markdown: string) =>
    compileText<'faq'>('contact-faq', { fields: { title: 'Before' }, markdown }, { isCounty, publishedOn: '' });

  test('are the same section in all languages', () => {
    const source = { fields: { title: 'Pagos', order: '4' }, markdown: '## ¿Cómo pago? {#how-can-i-pay}\n\nAsí.' };
    const { text } = compileText<'help'>('es/help/payments', source, { isCounty, publishedOn: '' });
    expect(text).toMatchObject({
      language: 'es',
      id: 'payments',
      title: 'Pagos',
      questions: [{ id: 'how-can-i-pay' }],
    });
  });

  test('are the headings of the second level, with what follows as the answer', () => {
    expect(compileFaq('## How much?\n\nNothing.\n\n### Really\n\nYes.\n\n## Why?\n\nSo.').text?.questions).toEqual([
      { id: 'how-much', question: 'How much?', answer: '<p>Nothing.</p>\n<h3 id="really">Really</h3>\n<p>Yes.</p>' },
      { id: 'why', question: 'Why?', answer: '<p>So.</p>' },
    ]);
  });

  test.each([
    ['Words first.\n\n## How?\n\nSo.', 'Begin with a question: ## How does it work?'],
    ['## How?\n\n## Why?\n\nSo.', 'A question has no answer: How?'],
    ['', 'The text is empty.'],
  ])('are refused: %j', (markdown, message) => {
    expect(compileFaq(markdown).issues).toMatchObject([{ path: 'markdown', message }]);
  });
});

describe('Search words', () => {
  const compileWords = (markdown: string) =>
    compileText<'words'>('help-words', { fields: {}, markdown }, { isCounty, publishedOn: '' });

  test('are lines of a question and its words', () => {
    expect(compileWords('# Why\nhow-much: price; cost\n\nwhy: reason').text).toEqual({
      language: 'en',
      words: { 'how-much': 'price; cost', why: 'reason' },
    });
  });

  test.each([
    ['how-much: price\nwhy', 2],
    ['how-much: "price', 1],
    ['how-much: price\nhow-much: cost', 2],
    [`why: ${'x'.repeat(301)}`, 1],
    ['a: 1\nwhy: [a, b]', 1],
    ['a: &x [1]\nb: [*x, *x]', 1],
  ])('are refused: %j', (markdown, line) => {
    expect(compileWords(markdown).issues).toMatchObject([{ path: 'markdown', line }]);
  });
});
