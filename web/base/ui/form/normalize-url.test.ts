import { expect, test } from 'vitest';
import { normalizeUrl } from './normalize-url.ts';

test.each([
  ['example.com', 'https://example.com'],
  ['  www.example.com/menu?day=1#top ', 'https://www.example.com/menu?day=1#top'],
  ['Example.com', 'https://Example.com'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['//example.com', 'https://example.com'],
  ['josé.example', 'https://josé.example'],
])('%o becomes %o', (typed, url) => {
  expect(normalizeUrl(typed)).toBe(url);
});

test.each([
  ['https://example.com/', 'https://example.com/'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['mailto:ann@example.com', 'mailto:ann@example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['ann@example.com', 'ann@example.com'],
  ['our site', 'our site'],
  ['localhost', 'localhost'],
  ['example.', 'example.'],
  ['https:example.com', 'https:example.com'],
  ['   ', ''],
])('%o is not completed: %o', (typed, expected) => {
  expect(normalizeUrl(typed)).toBe(expected);
});
