import { matchRoutes } from 'react-router';
import { afterAll, describe, expect, test } from 'vitest';
import type { BlogPost, BlogPostSummary, HelpSection, Policy, Question } from '#contract/content.ts';
import { routes } from '#web/app/routes.tsx';
import { createTestApi } from './support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const read = async (name: string) => (await api.get(`/api/texts/${name}`)).body;
const { posts }: { posts: BlogPostSummary[] } = await read('blog');
const { sections }: { sections: HelpSection[] } = await read('help');
const faq: HelpSection = await read('contact-faq');
const policies: Record<string, Policy> = {
  '/privacy-policy': await read('privacy-policy'),
  '/terms-of-service': await read('terms-of-service'),
};
const articles: BlogPost[] = await Promise.all(posts.map(({ slug }) => read(`blog/${slug}`)));

/** Every page that shows texts, with its HTML and its headings. */
const pages = [
  ...articles.map((post) => ({ path: `/blog/${post.slug}`, ...post })),
  ...Object.entries(policies).map(([path, policy]) => ({ path, ...policy })),
  asPage(
    '/help',
    sections.flatMap(({ questions }) => questions),
  ),
  asPage('/contact', faq.questions),
];

describe('The texts of content/', () => {
  test('are five posts of April 2025 with at least 600 words, six sections of help and two policies', () => {
    expect(posts.map(({ date }) => date.slice(0, 7))).toEqual(Array(5).fill('2025-04'));
    expect(posts.map(({ date }) => date)).toEqual(
      posts
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    );
    expect(posts[0]).not.toHaveProperty('html');
    for (const { html, slug } of articles)
      expect(html.replaceAll(/<[^>]*>/g, '').split(/\s+/).length, slug).toBeGreaterThanOrEqual(600);
    expect(sections.map(({ title }) => title)).toEqual([
      'General Questions',
      'Advertising',
      'Posting Ads',
      'Payments',
      'Premium Features',
      'Account Management',
    ]);
    expect(Object.values(policies).map(({ updated }) => updated)).toEqual(['2025-04-16', '2025-04-16']);
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
