import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router';
import { afterAll, describe, expect, test } from 'vitest';
import type { BlogPost, BlogPostSummary, HelpSection, Policy, Question } from '#contract/content.ts';
import { LANGUAGES, type Language, splitLocalPath, toLocalApiPath, toLocalPath } from '#contract/i18n/languages.ts';
import { createTestApi } from '#tests/support/api.ts';
import { routes } from '#web/site/routes.tsx';

const api = await createTestApi();
afterAll(api.close);

const SECTIONS: Record<Language, string[]> = {
  en: ['General Questions', 'Advertising', 'Posting Ads', 'Payments', 'Premium Features', 'Account Management'],
  es: ['Preguntas generales', 'Publicidad', 'Publicar anuncios', 'Pagos', 'Funciones Premium', 'Administrar su cuenta'],
};
/** The box at the checkout and the button in the account. */
const RENEWAL_LABELS: Record<Language, string[]> = {
  en: ['Renew automatically', 'Stop the renewal'],
  es: ['Renovar automáticamente', 'Detener la renovación'],
};
const SECTION_IDS = [
  'general-questions',
  'advertising',
  'posting-ads',
  'payments',
  'premium-features',
  'account-management',
];

async function readTexts(language: Language) {
  const read = async (name: string) => (await api.get(toLocalApiPath(`/api/texts/${name}`, language))).body;
  const { posts }: { posts: BlogPostSummary[] } = await read('blog');
  const { sections }: { sections: HelpSection[] } = await read('help');
  const faq: HelpSection = await read('contact-faq');
  const policies: Record<string, Policy> = {
    '/privacy-policy': await read('privacy-policy'),
    '/terms-of-service': await read('terms-of-service'),
  };
  const articles: BlogPost[] = await Promise.all(posts.map(({ slug }) => read(`blog/${slug}`)));
  // Every page that shows texts, with its HTML and its headings.
  const pages = [
    ...articles.map((post) => ({ ...post, path: `/blog/${post.slug}` })),
    ...Object.entries(policies).map(([path, policy]) => ({ ...policy, path })),
    asPage(
      '/help',
      sections.flatMap(({ questions }) => questions),
    ),
    asPage('/contact', faq.questions),
  ].map((page) => ({ ...page, path: toLocalPath(page.path, language) }));
  return { posts, sections, faq, policies, articles, pages };
}

describe.each(LANGUAGES)('The texts of content/ in the language %s', async (language) => {
  const { posts, sections, faq, policies, articles, pages } = await readTexts(language);

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
    expect(sections.map(({ title }) => title)).toEqual(SECTIONS[language]);
    expect(sections.map(({ id }) => id)).toEqual(SECTION_IDS);
    expect(Object.values(policies).map(({ updated }) => updated)).toEqual(['2025-04-16', '2025-04-16']);
  });

  test('are all in it', () => {
    const all = [...articles, ...posts, ...sections, faq, ...Object.values(policies)];
    expect(new Set(all.map((text) => text.language))).toEqual(new Set([language]));
  });

  test('say how automatic renewal begins and ends', () => {
    const questions = sections.flatMap((section) => section.questions);
    const answer = questions.find(({ id }) => id === 'does-anything-renew-automatically')?.answer;
    for (const label of RENEWAL_LABELS[language]) expect(answer).toContain(`<strong>${label}</strong>`);
  });

  test.each(pages)('$path has unique ids', ({ headings }) => {
    const ids = headings.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test.each(pages)(
    '$path has only links to pages, posts and ids that exist, in the same language',
    ({ path, html }) => {
      const brokenLinks = [...html.matchAll(/href="([/#][^"]*)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !linkExists(new URL(href, `https://site.example${path}`)));
      expect(brokenLinks).toEqual([]);
    },
  );

  function linkExists({ pathname, hash }: URL): boolean {
    const page = pages.find(({ path }) => path === pathname);
    if (page && hash) return page.headings.some(({ id }) => `#${id}` === hash);
    const target = splitLocalPath(pathname);
    if (target.language !== language) return false;
    // Routes that match any word do not prove that the page exists.
    const route = matchRoutes(routes, target.path)?.at(-1)?.route.path ?? '*';
    return page !== undefined || !['/:location', '/blog/:slug', '*'].includes(route);
  }
});

test('what is said of plans before the checkout names its box where it says that nothing renews', () => {
  const offers = ['listing-form', 'places', 'pricing'].flatMap((area) => {
    const path = join(import.meta.dirname, '../content/es/messages', `${area}.json`);
    return Object.entries<string>(JSON.parse(readFileSync(path, 'utf8'))).filter(([text]) =>
      /nothing renews/i.test(text),
    );
  });
  expect(offers).toHaveLength(5);
  for (const [english, spanish] of offers) {
    expect(english).toMatch(/nothing renews unless you check the box at checkout/i);
    expect(spanish).toMatch(/nada se renueva, salvo que (usted )?marque la casilla al pagar/i);
  }
});

/** A page that shows questions and answers. */
function asPage(path: string, questions: Question[]) {
  return { path, html: questions.map(({ answer }) => answer).join(''), headings: questions };
}
