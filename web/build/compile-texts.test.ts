import { texts } from 'virtual:texts';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { BlogPost, BlogPostSummary, HelpSection, Policy, Question } from '#contract/content.ts';
import { routes } from '../app/routes.tsx';
import { compileTexts } from './compile-texts.ts';

const description = 'A description of a post for search engines, with more than fifty letters.';
const post = (changes: Record<string, string> = {}, markdown = '## A part\n\nWords.\n') => {
  const frontMatter = {
    title: 'A post',
    slug: 'a-post',
    date: '2025-04-03',
    county: 'kern-county',
    excerpt: description,
    description,
    ...changes,
  };
  const lines = Object.entries(frontMatter).map(([name, value]) => `${name}: '${value}'\n`);
  return `---\n${lines.join('')}---\n${markdown}`;
};
const compiled = (files: Record<string, string>) => compileTexts(new Map(Object.entries(files)));
const compiledPost = (markdown: string) =>
  compiled({ 'blog/a.md': post({}, markdown) }).get('/texts/blog/a-post.json') as BlogPost;

describe('an invalid text is rejected with the name of its file', () => {
  test.each([
    ['no front matter', 'Words.', /front matter is missing/],
    ['no title', post({ title: '' }), /title/],
    ['an invalid date', post({ date: '2025-02-30' }), /date/],
    ['a slug with spaces', post({ slug: 'A post' }), /slug/],
    ['an unknown county', post({ county: 'nowhere-county' }), /county/],
    ['an excerpt that is too long for its card', post({ excerpt: 'x'.repeat(201) }), /excerpt/],
    ['a description that is too long for search engines', post({ description: 'x'.repeat(161) }), /description/],
    ['an unknown field', post({ author: 'Somebody' }), /author/],
    ['front matter that is not YAML', '---\ntitle: "open\n---\nWords.', /closing/],
    ['HTML', post({}, 'Words <b onclick="alert(1)">in bold</b>.'), /HTML is not allowed: <b/],
    ['a script', post({}, '<script>alert(1)</script>\n'), /HTML is not allowed/],
    ['a link that runs a script', post({}, '[here](javascript:alert(1))'), /leads nowhere/],
    ['a link without encryption', post({}, '[here](http://example.com)'), /leads nowhere/],
  ])('%s', (_, source, message) => {
    expect(() => compiled({ 'blog/some-post.md': source })).toThrow('content/blog/some-post.md: ');
    expect(() => compiled({ 'blog/some-post.md': source })).toThrow(message);
  });

  test('duplicate slugs of posts and ids of questions are rejected', () => {
    expect(() => compiled({ 'blog/a.md': post(), 'blog/b.md': post() })).toThrow("duplicate post 'a-post'");
    const section = '---\ntitle: Money\norder: 1\n---\n## How much?\n\nNothing.\n';
    expect(() => compiled({ 'help/1.md': section, 'help/2.md': section.replace('Money', 'More') })).toThrow(
      "duplicate question 'how-much'",
    );
  });
});

test('headings get ids and form the table of contents; external links open a new tab', () => {
  const { headings, html } = compiledPost('## Tips & *tricks*\n\n[In](/rates), [out](https://example.com/?a=1&b=2).\n');
  expect(headings).toEqual([{ id: 'tips--tricks', title: 'Tips & tricks' }]);
  expect(html).toContain('<h2 id="tips--tricks">Tips &amp; <em>tricks</em></h2>');
  expect(html).toContain('<a href="/rates">In</a>');
  expect(html).toContain(
    '<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener">out<span class="sr-only"> (opens in a new tab)</span></a>',
  );
});

test('posts are sorted by date, newest first, and have a reading time', () => {
  const texts = compiled({
    'blog/1.md': post({ slug: 'old', date: '2025-04-01' }, `${'word '.repeat(441)}\n`),
    'blog/2.md': post({ slug: 'new', date: '2025-04-30' }),
  });
  const { posts } = texts.get('/texts/blog.json') as { posts: BlogPostSummary[] };
  expect(posts.map(({ slug, minutes }) => [slug, minutes])).toEqual([
    ['new', 1],
    ['old', 3],
  ]);
  expect(posts[0]).not.toHaveProperty('html');
});

describe('the texts of this site', () => {
  const { posts } = texts.get('/texts/blog.json') as { posts: BlogPostSummary[] };
  const { sections } = texts.get('/texts/help.json') as { sections: HelpSection[] };
  const faq = texts.get('/texts/contact-faq.json') as HelpSection;

  /** Every page that shows texts, with its HTML and its headings. */
  const pages = [
    ...posts.map(({ slug }) => ({ path: `/blog/${slug}`, ...(texts.get(`/texts/blog/${slug}.json`) as BlogPost) })),
    ...['/privacy-policy', '/terms-of-service'].map((path) => ({
      path,
      ...(texts.get(`/texts${path}.json`) as Policy),
    })),
    asPage(
      '/help',
      sections.flatMap(({ questions }) => questions),
    ),
    asPage('/contact', faq.questions),
  ];

  test('are five posts of April 2025 with at least 600 words, six sections of help and two policies', () => {
    expect(posts.map(({ date }) => date.slice(0, 7))).toEqual(Array(5).fill('2025-04'));
    for (const { slug } of posts) {
      const { html } = texts.get(`/texts/blog/${slug}.json`) as BlogPost;
      expect(html.replaceAll(/<[^>]*>/g, '').split(/\s+/).length, slug).toBeGreaterThanOrEqual(600);
    }
    expect(sections.map(({ title }) => title)).toEqual([
      'General Questions',
      'Advertising',
      'Posting Ads',
      'Payments',
      'Premium Features',
      'Account Management',
    ]);
    for (const path of ['/texts/privacy-policy.json', '/texts/terms-of-service.json']) {
      expect((texts.get(path) as Policy).updated).toBe('2025-04-16');
    }
  });

  test.each(pages)('$path has unique ids', ({ headings }) => {
    const ids = headings.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test.each(pages)('$path has only links to pages, posts and ids that exist', ({ path, html }) => {
    const brokenLinks = [...html.matchAll(/href="([/#][^"]*)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !linkExists(new URL(href, `https://site.example${path}`)));
    expect(brokenLinks).toEqual([]);
  });

  function linkExists({ pathname, hash }: URL): boolean {
    const page = pages.find(({ path }) => path === pathname);
    if (page && hash) return page.headings.some(({ id }) => `#${id}` === hash);
    // Routes that match any word do not prove that the page exists.
    const route = matchRoutes(routes, pathname)?.at(-1)?.route.path ?? '*';
    return page !== undefined || !['/:location', '/blog/:slug', '*'].includes(route);
  }
});

/** A page that shows questions and answers. */
function asPage(path: string, questions: Question[]) {
  return { path, html: questions.map(({ answer }) => answer).join(''), headings: questions };
}
