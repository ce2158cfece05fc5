import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminText, TextSummary, TextVersion } from '#contract/admin/texts.ts';
import type { BlogPostSummary, HelpSection, Question } from '#contract/content.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';

class ApiError extends Error {
  status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

// A page that shows the text of its path, and how often pages were rendered.
let renderings = 0;
const web = createWebBuildStub({
  toPage: (body) => body,
  ApiError,
  render: async (url: string, { read }: { read: (path: string) => Promise<unknown> }) => {
    renderings += 1;
    try {
      return { status: 200, html: JSON.stringify(await read(`/api/texts${url}`)) };
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, html: error.message };
      throw error;
    }
  },
});
const api = await createTestApi({ web });
// Another process of the same site.
const other = await createTestApi({ web, database: api.database });
const { db } = api;
const auditLog = trackAuditLog(db);
const invalidations = await recordInvalidations(api.database);
afterAll(async () => {
  await invalidations.close();
  await other.close();
  await api.close();
});

let editor: Visitor;
let colleague: Visitor;
beforeAll(async () => {
  await makeAccount(db, { id: 1, username: 'admin' });
  editor = await api.signedInVisitor((await makeStaff(db, 'editor', { username: 'ana' })).id);
  colleague = await other.signedInVisitor(1);
});
afterEach(async () => {
  await db.deleteFrom('text_versions').execute();
  await db.deleteFrom('texts').execute();
  await invalidations.takeReceived();
  await Promise.all([api.invalidateAll(), other.invalidateAll()]);
});

/** Takes to both processes what the database has notified. */
async function deliver() {
  for (const keys of await invalidations.takeReceived())
    await Promise.all([api.invalidate(keys), other.invalidate(keys)]);
}

const toPath = (key: string, part = '') => `/api/admin/texts/${encodeURIComponent(key)}${part}`;
const get = async (key: string): Promise<AdminText> => (await editor.get(toPath(key))).body;
async function change(key: string, part: string, body: object, by = editor) {
  const { version } = await get(key);
  const response = await by.send(part === 'draft' ? 'PUT' : 'POST', toPath(key, `/${part}`), { version, ...body });
  await deliver();
  return response;
}
const publish = (key: string, source: object, more: object = {}) =>
  change(key, 'publish', { fields: {}, markdown: '', publishAt: null, ...source, ...more });
const read = async (name: string, from = api) => (await from.get(`/api/texts/${name}`)).body;
const readBoth = async (name: string) => [await read(name), await read(name, other)];

const description = 'What the text is about, in a sentence that is long enough for search engines.';
const policy = (markdown: string) => ({ fields: { title: 'Privacy Policy', description }, markdown });
const post = (title: string, markdown = 'Words.') => ({
  fields: { title, date: '', county: 'kern-county', excerpt: description, description },
  markdown,
});
const getToday = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
/** Lets the version that waits begin soon, which the page of the editor cannot ask for so exactly. */
async function beginIn(milliseconds: number) {
  await sql`update text_versions set publish_at = now() + make_interval(secs => ${milliseconds / 1000})
    where publish_at > now()`.execute(db);
  await Promise.all([api.invalidate(['text:blog']), other.invalidate(['text:blog'])]);
}

describe('An edited text', () => {
  it('is on its page in every process, with the day of its publication, and on no other page', async () => {
    const before = await read('privacy-policy');
    expect(before.updated).toBe('2025-04-16');
    await api.get('/privacy-policy');
    await api.get('/terms-of-service');
    const { status, body } = await publish('privacy-policy', policy('## Ours\n\nShort.'), { note: 'Shorter' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'edited', version: 1, hasDraft: false, hasNewerRelease: false });
    for (const text of await readBoth('privacy-policy'))
      expect(text).toMatchObject({ updated: getToday(), html: '<h2 id="ours">Ours</h2>\n<p>Short.</p>\n' });
    renderings = 0;
    expect((await api.get('/privacy-policy')).body).toContain('Short.');
    await api.get('/terms-of-service');
    expect(renderings).toBe(1);
    expect((await api.get('/privacy-policy')).headers['surrogate-key']).toContain('text:privacy-policy');
    expect(await auditLog.readNew()).toMatchObject([
      {
        kind: 'text-published',
        reason: 'privacy-policy: published version 1. Shorter',
        before: { status: 'release' },
        after: { status: 'edited' },
      },
    ]);
  });

  it('is followed by versions, each of which is kept and can be published again', async () => {
    await publish('contact-faq', { fields: { title: 'Ask' }, markdown: '## One?\n\nYes.' });
    await publish('contact-faq', { fields: { title: 'Ask' }, markdown: '## Two?\n\nNo.' });
    const { versions } = await get('contact-faq');
    expect(versions.map(({ number, state, by }: TextVersion) => [number, state, by])).toEqual([
      [2, 'published', 'ana'],
      [1, 'published', 'ana'],
    ]);
    const { body: first } = await editor.get(toPath('contact-faq', '/versions/1'));
    expect(first).toEqual({ fields: { title: 'Ask' }, markdown: '## One?\n\nYes.' });
    await publish('contact-faq', first);
    expect((await read('contact-faq')).questions).toMatchObject([{ question: 'One?' }]);
    expect((await editor.get(toPath('contact-faq', '/versions/9'))).status).toBe(404);
  });

  it('gives way to the text of the release', async () => {
    const before = await read('help');
    await publish('help/payments', { fields: { title: 'Money', order: '4' }, markdown: '## How much?\n\nLittle.' });
    expect((await read('help')).sections[3].title).toBe('Money');
    expect((await change('help/payments', 'reset', {})).body).toMatchObject({ state: 'release', version: 2 });
    for (const help of await readBoth('help')) expect(help).toEqual(before);
    expect((await change('help/payments', 'reset', {})).status).toBe(409);
    expect((await editor.get(toPath('help/payments', '/versions/2'))).body.fields.title).toBe('Payments');
  });

  it('stays when the release has a newer text, which the page says', async () => {
    await publish('contact-faq', { fields: { title: 'Ask' }, markdown: '## One?\n\nYes.' });
    expect((await change('contact-faq', 'keep', {})).status).toBe(409);
    // As the release was when the text was edited.
    await sql`update texts set release_digest = 'another one'`.execute(db);
    expect(await get('contact-faq')).toMatchObject({
      hasNewerRelease: true,
      release: { fields: { title: 'Before you write' } },
    });
    expect((await read('contact-faq')).title).toBe('Ask');
    expect((await change('contact-faq', 'keep', {})).body.hasNewerRelease).toBe(false);
  });

  it('that this release does not allow counts as not edited', async () => {
    await publish('contact-faq', { fields: { title: 'Ask' }, markdown: '## One?\n\nYes.' });
    const source = JSON.stringify({ fields: { title: 'Ask' }, markdown: '<script>alert(1)</script>' });
    await db.updateTable('text_versions').set({ source, number: 2 }).execute();
    await api.invalidate(['text:contact-faq']);
    expect((await read('contact-faq')).title).toBe('Before you write');
  });

  it('changes the words of the home page', async () => {
    const { release } = await get('home');
    await publish('home', { fields: { ...release?.fields, headline: 'Everything near you.' } });
    for (const home of await readBoth('home')) expect(home.headline).toBe('Everything near you.');
    expect((await publish('home', { fields: { ...release?.fields, headline: ' ' } })).status).toBe(400);
  });
});

describe('A draft', () => {
  it('is kept without being shown, also when it is incomplete, and is discarded', async () => {
    const before = await read('terms-of-service');
    const saved = await change('terms-of-service', 'draft', { fields: { title: '' }, markdown: '<b>Later' });
    expect(saved.body).toMatchObject({ hasDraft: true, state: 'release', draft: { markdown: '<b>Later' } });
    for (const text of await readBoth('terms-of-service')) expect(text).toEqual(before);
    expect((await change('terms-of-service', 'discard', {})).body).toMatchObject({ draft: null, version: 2 });
    expect((await change('terms-of-service', 'discard', {})).status).toBe(409);
    expect((await auditLog.readNew()).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['text-drafted', 'terms-of-service: saved a draft'],
      ['text-drafted', 'terms-of-service: discarded the draft'],
    ]);
  });

  it('of the second of two editors is refused, and replaces nothing', async () => {
    const { version } = await get('privacy-policy');
    const save = (by: Visitor, markdown: string) =>
      by.send('PUT', toPath('privacy-policy', '/draft'), { ...policy(markdown), version });
    expect((await save(editor, 'Ours.')).status).toBe(200);
    const second = await save(colleague, 'Theirs.');
    expect([second.status, second.body.message]).toEqual([
      409,
      expect.stringContaining('Someone else changed this text'),
    ]);
    expect((await get('privacy-policy')).draft?.markdown).toBe('Ours.');
    expect((await change('privacy-policy', 'draft', policy('Theirs.'), colleague)).status).toBe(200);
  });

  it.each(['draft', 'publish'])('%s: one of several at the same time wins', async (part) => {
    const responses = await Promise.all(
      ['One.', 'Two.', 'Three.', 'Four.'].map((markdown, i) =>
        (i % 2 ? editor : colleague).send(part === 'draft' ? 'PUT' : 'POST', toPath('privacy-policy', `/${part}`), {
          ...policy(markdown),
          version: 0,
          publishAt: null,
        }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const { draft, published, version } = await get('privacy-policy');
    expect(version).toBe(1);
    const won = responses.find(({ status }) => status === 200)?.body;
    expect((draft ?? published)?.markdown).toBe((won.draft ?? won.published).markdown);
    expect(await db.selectFrom('text_versions').select('number').execute()).toHaveLength(part === 'draft' ? 0 : 1);
  });
});

describe('A publication at a time', () => {
  it('begins by itself in every process, on cached pages too', async () => {
    const { body } = await publish('privacy-policy', policy('Later.'), { publishAt: inHours(5) });
    expect(body).toMatchObject({
      state: 'release',
      scheduledFor: expect.any(String),
      scheduled: { markdown: 'Later.' },
    });
    // Else it would begin within half a minute, when the texts are read again.
    expect((await api.get('/api/texts/privacy-policy')).headers['surrogate-until']).toBe(body.scheduledFor);
    const show = async () => [(await api.get('/privacy-policy')).body, (await other.get('/privacy-policy')).body];
    await beginIn(500);
    for (const page of await show()) expect(page).not.toContain('Later.');
    await expect.poll(async () => (await show()).map((page) => page.includes('Later.'))).toEqual([true, true]);
    expect(await get('privacy-policy')).toMatchObject({ state: 'edited', scheduledFor: null });
  });

  it('is the only thing that can happen to the text, until it is canceled, which makes it a draft again', async () => {
    await publish('privacy-policy', policy('Later.'), { publishAt: inHours(5) });
    for (const [part, body] of [
      ['draft', policy('Now.')],
      ['publish', { ...policy('Now.'), publishAt: null }],
      ['reset', {}],
    ] as const)
      expect((await change('privacy-policy', part, body)).body.message).toMatch(/waits to be published/);
    const canceled = await change('privacy-policy', 'cancel', {});
    expect(canceled.body).toMatchObject({ scheduledFor: null, scheduled: null, draft: { markdown: 'Later.' } });
    expect(canceled.body.versions).toMatchObject([{ number: 1, state: 'canceled' }]);
    expect((await change('privacy-policy', 'cancel', {})).status).toBe(409);
    expect((await auditLog.readNew()).map(({ reason }) => reason)).toEqual([
      'privacy-policy: scheduled version 1',
      'privacy-policy: canceled version 1',
    ]);
  });

  it('cannot be canceled when it has begun', async () => {
    await publish('privacy-policy', policy('Later.'), { publishAt: inHours(5) });
    await beginIn(0);
    expect((await change('privacy-policy', 'cancel', {})).status).toBe(409);
    expect((await read('privacy-policy')).html).toContain('Later.');
  });

  it.each([
    [inHours(-1), 'Choose a time that is not past'],
    [inHours(24 * 400), 'Choose a time within a year'],
    ['2027-02-30', 'Enter a date and a time'],
  ])('is refused for %s', async (publishAt, message) => {
    const { status, body } = await publish('privacy-policy', policy('Later.'), { publishAt });
    expect([status, body.issues]).toEqual([400, [{ path: 'publishAt', message }]]);
  });
});

describe('A post', () => {
  const add = (slug: string, title = 'A new post') => editor.post('/api/admin/texts', { slug, title });
  const listSlugs = async () => (await read('blog')).posts.map(({ slug }: BlogPostSummary) => slug);

  it('is added as a draft, appears with its publication in the list, feed and sitemap, and leaves them again', async () => {
    const added = await add('new-in-town');
    expect(added.body).toMatchObject({ key: 'blog/new-in-town', state: 'unpublished', hasDraft: true, version: 1 });
    const feed = async () => (await api.get('/blog/rss.xml')).body;
    const sitemap = async () => (await api.get('/sitemap-posts.xml')).body;
    expect((await api.get('/api/texts/blog/new-in-town')).status).toBe(404);
    expect(await feed()).not.toContain('new-in-town');
    const { body } = await publish('blog/new-in-town', post('New in <town>'));
    expect(body.published.fields.date).toBe(getToday());
    expect(await listSlugs()).toEqual(['new-in-town', ...(await listSlugs()).slice(1)]);
    for (const text of await readBoth('blog/new-in-town'))
      expect(text).toMatchObject({ title: 'New in <town>', date: getToday() });
    expect(await feed()).toContain('New in &#60;town&#62;');
    expect(await sitemap()).toContain(`/blog/new-in-town</loc><lastmod>${getToday()}`);

    const removed = await change('blog/new-in-town', 'remove', {});
    expect(removed.body).toMatchObject({ state: 'removed', draft: { fields: { title: 'New in <town>' } } });
    for (const from of [api, other]) expect((await from.get('/api/texts/blog/new-in-town')).status).toBe(404);
    expect(await listSlugs()).not.toContain('new-in-town');
    expect(await feed()).not.toContain('new-in-town');
    expect(await sitemap()).not.toContain('new-in-town');
    expect((await change('blog/new-in-town', 'remove', {})).status).toBe(409);
    await publish('blog/new-in-town', removed.body.draft);
    expect(await listSlugs()).toContain('new-in-town');
  });

  it('of the release is removed and brought back', async () => {
    expect((await change('blog/hours-holidays-heat', 'remove', {})).status).toBe(200);
    expect(await listSlugs()).toHaveLength(4);
    expect((await change('blog/hours-holidays-heat', 'reset', {})).body.state).toBe('release');
    expect(await listSlugs()).toHaveLength(5);
  });

  it.each([
    ['A Post', 'Use lower-case letters'],
    ['a--post', 'Use lower-case letters'],
    ['-post', 'Use lower-case letters'],
    ['../post', 'Use lower-case letters'],
    ['ab', 'Use at least 3 characters'],
    ['x'.repeat(81), 'Use at most 80 characters'],
  ])('cannot have the address %s', async (slug, message) => {
    const { status, body } = await add(slug);
    expect([status, body.issues[0].path, body.issues[0].message]).toEqual([
      400,
      'slug',
      expect.stringContaining(message),
    ]);
  });

  it('cannot have the address of another one, also of one that was removed', async () => {
    expect((await add('hours-holidays-heat')).status).toBe(409);
    const all = await Promise.all(Array.from({ length: 4 }, () => add('same-address')));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    await publish('blog/same-address', post('Same'));
    await change('blog/same-address', 'remove', {});
    expect((await add('same-address')).status).toBe(409);
  });

  it('is deleted as long as it was never published', async () => {
    await add('never-shown');
    expect((await change('blog/never-shown', 'discard', {})).status).toBe(409);
    expect((await change('blog/never-shown', 'delete', {})).status).toBe(200);
    expect((await editor.get(toPath('blog/never-shown'))).status).toBe(404);
    await add('once-shown');
    await publish('blog/once-shown', post('Once'));
    expect((await change('blog/once-shown', 'delete', {})).status).toBe(409);
    expect((await change('privacy-policy', 'remove', {})).status).toBe(409);
  });
});

describe('The help', () => {
  const section = (markdown: string) => ({ fields: { title: 'Payments', order: '4' }, markdown });

  it('has the edited answers, with the words for them', async () => {
    await publish('help/payments', section('## How can I pay?\n\nBy card or in shells.\n\n## Why?\n\nSo.'));
    await publish('help-words', { markdown: 'how-can-i-pay: shells; cash\nwhy: reason' });
    for (const { sections } of await readBoth('help')) {
      const questions = sections.flatMap(({ questions }: HelpSection) => questions);
      expect(questions.find(({ id }: Question) => id === 'how-can-i-pay')).toEqual({
        id: 'how-can-i-pay',
        question: 'How can I pay?',
        answer: '<p>By card or in shells.</p>',
        words: 'shells; cash',
      });
      expect(questions.find(({ id }: Question) => id === 'what-is-this-site')).not.toHaveProperty('words');
    }
  });

  it('refuses a question that another section has, and words of one that nobody asks', async () => {
    const twice = await publish('help/payments', section('## What is this site?\n\nA site.'));
    expect(twice.body.issues).toEqual([
      { path: 'markdown', message: '“What is this site?” is in “General Questions” too.' },
    ]);
    const unknown = await publish('help-words', { markdown: 'how-can-i-pay: cash\n\nwho-knows: nobody' });
    expect(unknown.body.issues).toEqual([{ path: 'markdown', message: 'Line 3: There’s no question “who-knows”.' }]);
  });

  it('warns of links to pages that do not exist, and publishes it all the same', async () => {
    const markdown = [
      'See [the blog](/blog/spring-picnic), [the terms](/terms-of-service#costs), [prices](/privacy-polcy?x=1) and',
      '[prices again](/privacy-polcy), [the feed](/sitemap.xml), [itself](/privacy-policy) and [others](https://other.example/gone).',
    ].join('\n');
    const preview = async (source = policy(markdown)) =>
      (await editor.post(toPath('privacy-policy', '/preview'), source)).body;
    expect(await preview()).toMatchObject({
      issues: [],
      warnings: [
        'A link leads to a page that doesn’t exist: /blog/spring-picnic',
        'A link leads to a page that doesn’t exist: /privacy-polcy',
      ],
    });
    expect((await publish('privacy-policy', policy(markdown))).status).toBe(200);
    expect((await preview(policy('See [the terms](/terms-of-service).'))).warnings).toEqual([]);
    const many = Array.from({ length: 31 }, (_, i) => `[${i}](/gone/${i})`).join(' ');
    const { warnings } = await preview(policy(many));
    expect(warnings).toHaveLength(31);
    expect(warnings.at(-1)).toBe('Only the first 30 links are checked.');
  });

  it('warns of words that lose their question', async () => {
    const { body } = await editor.post(toPath('help/payments', '/preview'), section('## Why?\n\nSo.'));
    expect(body.issues).toEqual([]);
    expect(body.warnings).toContain(
      'The search words of “How can I pay?” (how-can-i-pay) no longer belong to a question.',
    );
  });
});

describe('A hostile text', () => {
  it.each([
    ['<img src=x onerror=alert(1)>', 'Line 3: HTML is not allowed'],
    ['[here](javascript:alert(1))', 'Line 3: A link leads nowhere'],
    ['## Root', 'Line 3: Choose another heading'],
  ])('is refused with its line and not written: %s', async (markdown, message) => {
    const { status, body } = await publish('privacy-policy', policy(`Words.\n\n${markdown}`));
    expect([status, body.issues]).toEqual([400, [{ path: 'markdown', message: expect.stringContaining(message) }]]);
    expect(await db.selectFrom('texts').select('key').execute()).toEqual([]);
    expect(await auditLog.readNew()).toEqual([]);
    const preview = await editor.post(toPath('privacy-policy', '/preview'), policy(`Words.\n\n${markdown}`));
    expect(preview.body).toMatchObject({ issues: [{ line: 3 }] });
    expect(preview.body).not.toHaveProperty('policy');
  });

  it('has at most 100,000 characters, of those that a database can hold', async () => {
    expect((await publish('privacy-policy', policy('é'.repeat(100_000)))).status).toBe(200);
    expect((await publish('privacy-policy', policy('é'.repeat(100_001)))).status).toBe(400);
    expect((await change('privacy-policy', 'draft', policy('a\u0000b'))).status).toBe(400);
    for (const name of ['a\u0000b', '\ud800', '', 'x'.repeat(31)])
      expect((await change('privacy-policy', 'draft', { fields: { [name]: 'a' }, markdown: '' })).status).toBe(400);
    expect((await change('privacy-policy', 'draft', policy('a\ud800b'))).status).toBe(400);
    expect((await change('privacy-policy', 'draft', policy('x'.repeat(1_000_000)))).status).toBe(413);
    expect(
      (await publish('privacy-policy', { ...policy('Words.'), fields: { title: 'P', description, x: 'y' } })).status,
    ).toBe(400);
    expect(
      (await publish('privacy-policy', { ...policy('Words.'), fields: { title: 'P' } })).body.issues,
    ).toMatchObject([{ path: 'description' }]);
  });

  it.each([
    ['no-such-text', 404],
    ['blog/', 400],
    ['blog/no-such-post', 404],
    ['../texts', 400],
    ['constructor', 404],
    ['help/__proto__', 400],
  ])('does not exist as %s', async (key, expected) => {
    const body = { ...policy('Words.'), version: 0, publishAt: null };
    const answers = [
      await editor.get(toPath(key)),
      await editor.get(toPath(key, '/versions/1')),
      await editor.post(toPath(key, '/publish'), body),
      await editor.post(toPath(key, '/preview'), body),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expected));
  });
});

describe('The list', () => {
  it('has every text with its state', async () => {
    await publish('privacy-policy', policy('Now.'));
    await publish('terms-of-service', policy('Later.'), { publishAt: inHours(5) });
    await change('contact-faq', 'draft', { fields: { title: 'Draft' }, markdown: '' });
    await change('blog/hours-holidays-heat', 'remove', {});
    const { texts } = (await editor.get('/api/admin/texts')).body;
    const english = texts.filter(({ kind, language }: TextSummary) => kind !== 'email' && language === 'en');
    expect(english.map(({ kind }: TextSummary) => kind)).toEqual([
      ...Array(5).fill('post'),
      ...Array(6).fill('help'),
      'words',
      'faq',
      'policy',
      'policy',
      'home',
    ]);
    const states = texts.map(({ key, state, hasDraft, scheduledFor }: TextSummary) => [
      key,
      [state, hasDraft, scheduledFor !== null],
    ]);
    expect(Object.fromEntries(states)).toMatchObject({
      'privacy-policy': ['edited', false, false],
      'terms-of-service': ['release', false, true],
      'contact-faq': ['release', true, false],
      'blog/hours-holidays-heat': ['removed', true, false],
      'help/payments': ['release', false, false],
    });
  });
});
