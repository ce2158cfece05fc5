import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminText, TextSummary } from '#contract/admin/texts.ts';
import type { BlogPostSummary, HelpSection } from '#contract/content.ts';
import { splitLocalPath } from '#contract/i18n/languages.ts';
import { makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';

// A page that shows the text of its path in its language, and which pages were rendered.
const rendered: string[] = [];
const web = createWebBuildStub({
  toPage: (body) => body,
  ApiError: Error as never,
  render: async (url: string, { read }: { read: (path: string) => Promise<unknown> }) => {
    rendered.push(url);
    return read(`/api/texts${splitLocalPath(url).path}`).then(
      (text) => ({ status: 200, html: JSON.stringify(text) }),
      () => ({ status: 404, html: '' }),
    );
  },
});
const api = await createTestApi({ web });
const { db } = api;
const auditLog = trackAuditLog(db);
const invalidations = await recordInvalidations(api.database);
let editor: Visitor;
beforeAll(async () => {
  editor = await api.signedInVisitor((await makeStaff(db, 'editor', { username: 'ana' })).id);
});
afterEach(async () => {
  await db.deleteFrom('text_versions').execute();
  await db.deleteFrom('texts').execute();
  await invalidations.takeReceived();
  await auditLog.readNew();
  await api.invalidateAll();
});
afterAll(async () => {
  await invalidations.close();
  await api.close();
});

const toPath = (key: string, part = '') => `/api/admin/texts/${encodeURIComponent(key)}${part}`;
const get = async (key: string): Promise<AdminText> => (await editor.get(toPath(key))).body;

/** Changes a text, and takes what the database has notified to the process. */
async function change(key: string, part: string, body: object = {}) {
  const { version } = await get(key);
  const response = await editor.send(part === 'draft' ? 'PUT' : 'POST', toPath(key, `/${part}`), { version, ...body });
  const keys = (await invalidations.takeReceived()).flat().sort();
  await api.invalidate(keys);
  return { ...response, keys };
}
const publish = (key: string, source: object, publishAt: string | null = null) =>
  change(key, 'publish', { fields: {}, markdown: '', ...source, publishAt });
const read = async (name: string, language: 'en' | 'es') => (await api.get(`/api/texts/${name}?lang=${language}`)).body;
const listPosts = async (language: 'en' | 'es') =>
  (await read('blog', language)).posts.map((post: BlogPostSummary) => [post.slug, post.language]);
const getPage = async (path: string) => (await api.get(path)).body;
const add = (post: object) => editor.post('/api/admin/texts', { title: 'A post', ...post });

const description = 'What the text is about, in a sentence that is long enough for search engines.';
const policy = (markdown: string) => ({ fields: { title: 'A policy', description }, markdown });
const post = (title: string, markdown = 'Words.') => ({
  fields: { title, date: '', county: 'kern-county', excerpt: description, description },
  markdown,
});
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('A text that was published after its translation', () => {
  const keys = ['privacy-policy', 'es/privacy-policy'] as const;
  const listBehind = async () => {
    const { texts }: { texts: TextSummary[] } = (await editor.get('/api/admin/texts')).body;
    return texts.filter(({ isBehind }) => isBehind).map(({ key }) => key);
  };

  it.each([
    [keys[0], keys[1]],
    [keys[1], keys[0]],
  ])('of %s marks %s until that is published too', async (changed, other) => {
    expect(await listBehind()).toEqual([]);
    await publish(changed, policy('## Ours {#ours}\n\nNew.'));
    expect(await listBehind()).toEqual([other]);
    await change(other, 'draft', policy('## Ours {#ours}\n\nNew too.'));
    expect(await listBehind()).toEqual([other]);
    expect((await publish(other, policy('## Ours {#ours}\n\nNew too.'))).body).toMatchObject({ isBehind: false });
    expect(await listBehind()).toEqual([]);
  });

  it('marks nothing when the original texts are back', async () => {
    await publish(keys[0], policy('## Ours {#ours}\n\nNew.'));
    expect((await change(keys[0], 'reset', {})).status).toBe(200);
    expect(await listBehind()).toEqual([]);
  });

  it('marks nothing while it waits for its time, and none that is missing', async () => {
    await publish(keys[0], policy('## Ours {#ours}\n\nNew.'), inAnHour());
    await add({ slug: 'a-post', language: 'en' });
    await publish('blog/a-post', post('A post'));
    expect(await listBehind()).toEqual([]);
  });
});

describe('A text in a language', () => {
  it.each([
    ['es/privacy-policy', 'es', 'en'],
    ['privacy-policy', 'en', 'es'],
  ] as const)('that is published as %s changes pages in that language alone', async (key, own, other) => {
    const before = await read('privacy-policy', other);
    const paths = { en: '/privacy-policy', es: '/es/privacy-policy' };
    for (const path of Object.values(paths)) await getPage(path);
    rendered.length = 0;
    const { status, body, keys } = await publish(key, policy('## Ours {#ours}\n\n[Short](/rates).'));
    expect([status, keys]).toEqual([200, [`text:${key}`]]);
    expect(body).toMatchObject({ key, language: own, state: 'edited', version: 1, path: paths[own] });
    expect(body.versions).toMatchObject([{ number: 1, kind: 'edited' }]);
    // Former releases leave the other kind alone.
    const stored = await db.selectFrom('text_versions').select('kind').executeTakeFirst();
    expect(stored?.kind).toBe(own === 'en' ? 'edited' : 'translated');
    expect(await read('privacy-policy', own)).toMatchObject({
      language: own,
      headings: [{ id: 'ours', title: 'Ours' }],
      html: `<h2 id="ours">Ours</h2>\n<p><a href="${own === 'es' ? '/es' : ''}/rates">Short</a>.</p>\n`,
    });
    expect(await read('privacy-policy', other)).toEqual(before);
    expect(await getPage(paths[own])).toContain('Short');
    expect(await getPage(paths[other])).not.toContain('Short');
    expect(rendered).toEqual([paths[own]]);
    expect((await auditLog.readNew()).map(({ reason }) => reason)).toEqual([
      own === 'es' ? 'privacy-policy (Español): published version 1' : 'privacy-policy: published version 1',
    ]);
    await change(key, 'reset');
    expect((await read('privacy-policy', own)).language).toBe(own);
    expect(await getPage(paths[own])).not.toContain('Short');
  });

  it('has a draft, versions and a time of its own', async () => {
    const english = await get('contact-faq');
    const questions = (title: string) => ({ fields: { title }, markdown: '## ¿Una? {#one}\n\nSí.' });
    await change('es/contact-faq', 'draft', questions('Borrador'));
    expect(await get('es/contact-faq')).toMatchObject({ hasDraft: true, draft: { fields: { title: 'Borrador' } } });
    await publish('es/contact-faq', questions('Una'));
    await publish('es/contact-faq', questions('Dos'));
    expect((await get('es/contact-faq')).versions.map(({ number }) => number)).toEqual([2, 1]);
    expect((await editor.get(toPath('es/contact-faq', '/versions/1'))).body.fields.title).toBe('Una');
    expect((await editor.get(toPath('contact-faq', '/versions/1'))).status).toBe(404);
    const scheduled = await publish('es/contact-faq', questions('Luego'), inAnHour());
    expect(scheduled.body.scheduledFor).not.toBeNull();
    expect(await get('contact-faq')).toEqual({
      ...english,
      isBehind: true,
      original: expect.objectContaining({ language: 'es' }),
    });
    const until = async (language: string) =>
      (await api.get(`/api/texts/contact-faq?lang=${language}`)).headers['surrogate-until'];
    expect([await until('en'), await until('es')]).toEqual([undefined, scheduled.body.scheduledFor]);
  });

  it('of the help has the words in its language', async () => {
    const markdown = '## ¿Cómo pago? {#how-can-i-pay}\n\nCon conchas.\n\n## ¿Y por qué? {#why}\n\nPorque sí.';
    await publish('es/help/payments', { fields: { title: 'Pagos', order: '4' }, markdown });
    const words = await publish('es/help-words', { markdown: 'how-can-i-pay: conchas\nwhy: motivo' });
    expect([words.status, words.keys]).toEqual([200, ['text:es/help']]);
    const find = async (language: 'en' | 'es') =>
      (await read('help', language)).sections.find(({ id }: HelpSection) => id === 'payments');
    expect(await find('es')).toMatchObject({
      language: 'es',
      title: 'Pagos',
      questions: [
        { id: 'how-can-i-pay', words: 'conchas' },
        { id: 'why', words: 'motivo' },
      ],
    });
    expect((await find('en')).questions[0].words).toContain('credit card');
    // Each language knows its own questions.
    expect((await publish('help-words', { markdown: 'why: reason' })).body.issues).toMatchObject([
      { message: 'Line 1: There’s no question “why”.' },
    ]);
    const twice = { fields: { title: 'Anuncios', order: '2' }, markdown: '## ¿Y por qué? {#why}\n\nPorque sí.' };
    expect((await publish('es/help/advertising', twice)).body.issues).toMatchObject([
      { message: '“¿Y por qué?” is in “Pagos” too.' },
    ]);
    expect((await publish('help/advertising', twice)).status).toBe(200);
  });

  it('is checked in the language of the editor', async () => {
    const body = { fields: { title: '' }, markdown: '## ¿Una? {#one}\n\nSí.' };
    const check = async (key: string, language: string) => {
      const { body: preview } = await editor.post(`${toPath(key, '/preview')}?lang=${language}`, body);
      return preview.issues.map(({ message }: { message: string }) => message);
    };
    expect(await check('es/contact-faq', 'en')).toEqual(['Enter at least one character']);
    expect(await check('contact-faq', 'es')).toEqual(['Escriba al menos un carácter']);
  });

  it.each([
    ['es', 404],
    ['es/', 400],
    ['en/privacy-policy', 400],
    ['fr/privacy-policy', 400],
    ['es/es/privacy-policy', 400],
    ['es/../home', 400],
    ['es/blog/none', 404],
  ])('does not exist as %s', async (key, expected) => {
    const body = { ...policy('Words.'), version: 0, publishAt: null };
    const answers = [
      await editor.get(toPath(key)),
      await editor.send('PUT', toPath(key, '/draft'), body),
      await editor.post(toPath(key, '/publish'), body),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expected));
    expect(await db.selectFrom('texts').select('key').execute()).toEqual([]);
  });
});

describe('A post', () => {
  it('that is not translated is shown in English, until it is', async () => {
    await add({ slug: 'new-in-town' });
    const english = post('New in town', '## Where\n\nHere, [see](/rates).');
    const sent = await publish('blog/new-in-town', english);
    expect(sent.keys).toEqual(['text:blog', 'text:blog/new-in-town']);
    expect(await read('blog/new-in-town', 'es')).toMatchObject({ language: 'en', languages: ['en'] });
    expect((await listPosts('es'))[0]).toEqual(['new-in-town', 'en']);
    expect((await listPosts('es')).slice(1).map(([, language]: string[]) => language)).toEqual(Array(5).fill('es'));
    const spanishKeys = async (name: string) => (await api.get(`/api/texts/${name}?lang=es`)).headers['surrogate-key'];
    expect(await spanishKeys('blog/new-in-town')).toBe('text:blog/new-in-town text:es/blog/new-in-town');
    expect(await spanishKeys('blog')).toBe('text:es/blog text:blog');
    expect(await spanishKeys('help')).toBe('text:es/help plans');
    for (const path of ['/es/blog/rss.xml', '/es/sitemap-posts.xml'])
      expect(await getPage(path)).not.toContain('new-in-town');
    for (const local of ['', '/es']) expect(await getPage(`${local}/blog/new-in-town`)).toContain('New in town');

    const missing = await get('es/blog/new-in-town');
    expect(missing).toMatchObject({
      state: 'missing',
      language: 'es',
      version: 0,
      draft: null,
      published: null,
      title: 'New in town',
      original: { language: 'en', markdown: '## Where {#where}\n\nHere, [see](/rates).' },
    });
    const translated = post('Nuevo por aquí', '## Dónde {#where}\n\nAquí, [vea](/rates).');
    expect((await change('es/blog/new-in-town', 'draft', translated)).body).toMatchObject({ state: 'unpublished' });
    expect((await read('blog/new-in-town', 'es')).language).toBe('en');
    const { keys } = await publish('es/blog/new-in-town', translated);
    expect(keys).toEqual(['text:es/blog', 'text:es/blog/new-in-town']);
    expect(await read('blog/new-in-town', 'es')).toMatchObject({
      language: 'es',
      title: 'Nuevo por aquí',
      html: '<h2 id="where">Dónde</h2>\n<p>Aquí, <a href="/es/rates">vea</a>.</p>\n',
    });
    expect(await read('blog/new-in-town', 'en')).toMatchObject({
      language: 'en',
      languages: ['en', 'es'],
      title: 'New in town',
    });
    // It names the new page for search engines.
    expect(await getPage('/blog/new-in-town')).toContain('"languages":["en","es"]');
    expect(await getPage('/es/blog/new-in-town')).toContain('Nuevo por aquí');
    for (const path of ['/es/blog/rss.xml', '/es/sitemap-posts.xml'])
      expect(await getPage(path)).toContain('/es/blog/new-in-town');

    // Without the translation it is in English again.
    await change('es/blog/new-in-town', 'remove');
    expect((await read('blog/new-in-town', 'es')).language).toBe('en');
    expect((await listPosts('en'))[0]).toEqual(['new-in-town', 'en']);
  });

  it('that is written in Spanish is on Spanish pages alone, and can be translated', async () => {
    const added = await add({ slug: 'quinceaneras', language: 'es' });
    expect(added.body).toMatchObject({ key: 'es/blog/quinceaneras', language: 'es', state: 'unpublished' });
    expect((await editor.get(toPath('blog/quinceaneras'))).status).toBe(404);
    await publish('es/blog/quinceaneras', post('Quinceañeras', '## La sala\n\nGrande.'));
    expect((await listPosts('es'))[0]).toEqual(['quinceaneras', 'es']);
    expect(await listPosts('en')).toHaveLength(5);
    expect((await api.get('/api/texts/blog/quinceaneras')).status).toBe(404);
    expect((await read('blog/quinceaneras', 'es')).languages).toEqual(['es']);
    // The link of its page to English leads to the list.
    expect(await api.get('/blog/quinceaneras')).toMatchObject({
      status: 302,
      headers: { location: '/blog', 'cache-control': 'public, no-cache' },
    });
    for (const path of ['/blog/none', '/es/blog/none', '/blog/quinceaneras/1', '/quinceaneras', '/es/quinceaneras'])
      expect((await api.get(path)).status, path).toBe(404);
    expect(await get('blog/quinceaneras')).toMatchObject({
      state: 'missing',
      original: { language: 'es', markdown: '## La sala {#la-sala}\n\nGrande.' },
    });
    expect((await auditLog.readNew()).map(({ reason }) => reason)).toEqual([
      'blog/quinceaneras (Español): added a draft',
      'blog/quinceaneras (Español): published version 1',
    ]);
    for (const language of ['en', 'es'])
      expect((await add({ slug: 'quinceaneras', language })).body.issues).toMatchObject([{ path: 'slug' }]);
    await publish('blog/quinceaneras', post('Quinceañera parties'));
    expect(await listPosts('en')).toHaveLength(6);
    expect(await getPage('/blog/quinceaneras')).toContain('Quinceañera parties');
  });

  it('belongs to a language of the site', async () => {
    expect((await add({ slug: 'in-french', language: 'fr' })).status).toBe(400);
    expect((await add({ slug: 'hours-holidays-heat', language: 'es' })).status).toBe(409);
  });

  it('has a translation that is deleted as long as it was never published', async () => {
    await add({ slug: 'new-in-town' });
    await publish('blog/new-in-town', post('New in town'));
    expect((await change('es/blog/new-in-town', 'delete')).status).toBe(409);
    await change('es/blog/new-in-town', 'draft', post(''));
    expect((await change('es/blog/new-in-town', 'delete')).status).toBe(200);
    expect((await get('es/blog/new-in-town')).state).toBe('missing');
    const begin = () => editor.send('PUT', toPath('es/blog/new-in-town', '/draft'), { ...post('Nuevo'), version: 0 });
    const all = await Promise.all(Array.from({ length: 4 }, begin));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('that nobody has published is not there to be translated', async () => {
    await add({ slug: 'new-in-town' });
    expect((await editor.get(toPath('es/blog/new-in-town'))).status).toBe(404);
    await publish('blog/new-in-town', post('New in town'), inAnHour());
    expect((await editor.get(toPath('es/blog/new-in-town'))).status).toBe(404);
  });
});

it('a translation without ids that links lead to is warned of', async () => {
  const { body } = await editor.post(toPath('es/contact-faq', '/preview'), {
    fields: { title: 'Antes' },
    markdown: '## ¿Cuándo? {#how-soon-will-i-hear-from-you}\n\nPronto.',
  });
  expect(body.issues).toEqual([]);
  expect(body.warnings).toContain(
    'Links to “I cannot sign in. What now?” in the text in English find no heading here: one needs {#i-cannot-sign-in-what-now} behind it.',
  );
  expect(body.warnings).toHaveLength(4);
  const english = { fields: { title: 'Before' }, markdown: '## How soon?\n\nSoon.' };
  expect((await editor.post(toPath('contact-faq', '/preview'), english)).body.warnings).toEqual([]);
});

it('the list has the texts of each language, with those that are missing', async () => {
  await add({ slug: 'new-in-town' });
  await add({ slug: 'not-yet' });
  await publish('blog/new-in-town', post('New in town'));
  const listed: TextSummary[] = (await editor.get('/api/admin/texts')).body.texts;
  const texts = listed.filter(({ kind }) => kind !== 'email');
  expect(texts.map(({ language }) => language)).toEqual([...Array(18).fill('en'), ...Array(17).fill('es')]);
  expect(texts.filter(({ state }) => state === 'missing')).toMatchObject([
    { key: 'es/blog/new-in-town', title: 'New in town', path: '/es/blog/new-in-town', changedAt: null },
  ]);
  expect(texts.map(({ key }) => key).slice(18, 20)).toEqual([
    'es/blog/new-in-town',
    'es/blog/asking-for-reviews-honestly',
  ]);
});
