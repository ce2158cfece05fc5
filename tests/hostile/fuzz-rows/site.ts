import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DEAD_LETTER_QUEUE } from '#server/platform/jobs/mail-queue.ts';
import type { FuzzAccounts } from './people.ts';
import type { TestApi } from './rows.ts';
import { toIds } from './to-ids.ts';

const DAY_MS = 86_400_000;

/** The name of a file at the place of backups. No schedule has the number of its folder, so none removes it. */
export const EXPORT_FILE = 'exports/0/listings-2026-11-01.csv.gz';

/** Notices, texts in every state, categories, scheduled exports, and what background jobs gave up. */
export async function createSite(api: TestApi, { owner, administrator }: FuzzAccounts) {
  const { db } = api;
  const notice = { tone: 'warning' as const, ends_at: new Date(Date.now() + DAY_MS) };
  const notices = await db
    .insertInto('notices')
    .values([
      { ...notice, text: 'Fires near Malibu', starts_at: new Date() },
      { ...notice, text: 'Roads are closed', starts_at: new Date(Date.now() + DAY_MS / 2) },
    ])
    .returning('id')
    .execute();
  const ads = await db
    .insertInto('ad_bookings')
    .values(['2020-01-01', '2090-01-01'].map((day) => ({ ...AD, first_day: day, last_day: '2090-01-01' })))
    .returning('id')
    .execute();
  const announcements = await db
    .insertInto('announcements')
    .values(
      [1, 2].map(() => ({ key: randomUUID(), texts: ANNOUNCEMENT_TEXTS, filter: ANNOUNCEMENT_FILTER, is_news: true })),
    )
    .returning('id')
    .execute();
  const signUpInvitations = await db
    .insertInto('sign_up_invitations')
    .values(
      [1, 2].map(() => ({
        ...{
          email: 'a@mail.example',
          email_key: randomUUID(),
          token_hash: randomBytes(32),
          invited_by: administrator.id,
        },
        expires_at: new Date(Date.now() + DAY_MS),
      })),
    )
    .returning('id')
    .execute();
  const size = { width: 40, height: 30, widths: [40], bytes: 1, alt: 'A bridge' };
  const libraryPictures = await db
    .insertInto('library_pictures')
    .values([1, 2].map(() => ({ ...size, name: `library-${randomUUID().replaceAll('-', '')}` })))
    .returning('id')
    .execute();
  const categories = await createCategories(api);
  const places = await createPlaces(api);
  const texts = await createTexts(api);
  const exports = await createExports(api, administrator.id);
  const failures = await createFailures(api);
  const rules = { categories: [['plumbers'], [], ['none']], trusted: [[owner.username], []], version: [1] };
  return {
    ids: {
      notices: toIds(notices),
      announcements: toIds(announcements),
      signUpInvitations: toIds(signUpInvitations),
      adBookings: toIds(ads),
      libraryPictures: toIds(libraryPictures),
      ...categories.ids,
      ...places.ids,
      ...exports,
    },
    examples: [
      ...categories.examples,
      ...places.examples,
      ...texts,
      ...failures,
      ['/api/admin/approval-rules', rules],
      ['/api/admin/notices', NOTICE],
      ['/api/admin/ad-bookings', AD_FIELDS],
      ['/api/admin/announcements', { key: [randomUUID()], recipients: [1], as: [owner.id, 1] }],
      ['/api/admin/emails/', { 'path id': ['password-reset', 'confirmation', 'nothing'] }],
    ] as const,
  };
}

const ANNOUNCEMENT_FILTER = JSON.stringify({ plan: 'any', county: null, category: null, lastSeen: 'any' });
const ANNOUNCEMENT_TEXTS = JSON.stringify({ en: { subject: 'News', body: 'Hello' }, es: null });

const NOTICE = {
  scope: [
    { kind: 'everywhere', slug: null },
    { kind: 'county', slug: 'orange-county' },
    { kind: 'city', slug: 'irvine' },
    { kind: 'category', slug: 'plumbers' },
  ],
  link: ['', '', '', '/help'],
  linkLabel: ['', '', '', 'Help'],
};

const AD = {
  ...{ slot: 'category-bottom', advertiser: 'Poppy Bank', link: 'https://poppybank.example' },
  ...{ description: 'A free account', html: '<b>Poppy Bank</b>' },
};

const AD_FIELDS = {
  slot: ['category-bottom', 'home-1', 'none'],
  ...{ link: [AD.link, 'javascript:alert(1)'], html: [AD.html, '<script>', null], pictureId: [null, null, 1] },
  ...{ phonePictureId: [null], counties: [[], ['orange-county'], ['none']], categories: [[], ['plumbers']] },
  ...{ language: [null, 'es'], weight: [1, 10, 11], priceCents: [null, 100], version: [1] },
  ...{ firstDay: ['2090-01-01', '2020-01-01'], lastDay: ['2090-01-02', '2020-01-01'] },
};

/** A neighborhood that has no role in other rows, and a city. */
async function createPlaces({ db }: TestApi) {
  const rows = await db
    .selectFrom('places')
    .select(['id', 'version'])
    .where('slug', 'in', ['koreatown', 'tustin'])
    .orderBy('slug')
    .execute();
  const unique = randomUUID().slice(0, 8);
  return {
    ids: { places: toIds(rows) },
    examples: [
      [
        '/api/admin/places',
        {
          ...{ name: [`Row ${unique}`], slug: [`row-${unique}`], city: ['irvine', 'los-angeles', 'none'] },
          ...{
            lat: [33.684, 34.06],
            lng: [-117.79, -118.3],
            radiusMiles: [0.5, null],
            aliases: [[], [`Alias ${unique}`]],
          },
          version: rows.map(({ version }) => version),
        },
      ],
    ] as const,
  };
}

/** Categories that were never edited, so that their version is known. They have no role in other rows. */
async function createCategories({ db }: TestApi) {
  const leaves = await db
    .selectFrom('categories as c')
    .innerJoin('categories as top', 'top.id', 'c.parent_id')
    .where('c.merged_into', 'is', null)
    .where('c.slug', 'not in', ['plumbers', 'restaurants'])
    .where('top.slug', 'not in', ['plumbers', 'restaurants'])
    .select(['c.id', 'c.parent_id', 'c.version', 'c.icon'])
    .orderBy('c.version')
    .orderBy('c.id')
    .execute();
  const { id = 0, parent_id: parentId, version = 1, icon } = leaves[0] ?? {};
  const siblings = await db
    .selectFrom('categories')
    .where('parent_id', '=', leaves.at(-1)?.parent_id ?? 0)
    .where('merged_into', 'is', null)
    .select('id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  const former = toIds(siblings);
  const unique = randomUUID().slice(0, 8);
  return {
    ids: { categories: [id] },
    examples: [
      [
        '/api/admin/categories/order',
        { parentId: [leaves.at(-1)?.parent_id], former: [former], ids: [former.toReversed()] },
      ],
      [
        '/api/admin/categories',
        {
          ...{
            name: [`Tinkers ${unique}`, `店 "><script>${unique}`],
            names: [{}, {}, { es: `Hojalateros ${unique}` }],
          },
          ...{ slug: [`tinkers-${unique}`, 'plumbers', ''], icon: [icon, icon, 'none'], parentId: [parentId, null] },
          ...{ version: [version], english: [['tinker'], [`mender ${unique}`, '"><script>'], []] },
          spanish: [['hojalatero'], []],
        },
      ],
    ] as const,
  };
}

const DESCRIPTION = 'What to do about heat, holidays and hours, in words that fit on a page.';
const POST = { title: 'Heat', county: 'orange-county', excerpt: DESCRIPTION, description: DESCRIPTION };
const MARKDOWN = ['Open on **Sundays**.', 'Closed on Mondays.', '## Heat\n\nDrink water.'];
const POLICY = { title: 'Privacy', description: DESCRIPTION };

/** A text that is edited and has a draft, one with a version that waits, a post, and one that was never published. */
async function createTexts({ db }: TestApi) {
  const source = JSON.stringify({ fields: POLICY, markdown: 'We keep **little**.' });
  const section = JSON.stringify({
    fields: { title: 'Payments', order: '4' },
    markdown: '## How do I pay?\n\nBy card.',
  });
  await db
    .insertInto('texts')
    .values([
      { key: 'privacy-policy', draft: source, release_digest: 'of an earlier release' },
      { key: 'help/payments' },
      { key: 'blog/hours-holidays-heat' },
      { key: 'blog/never-published', draft: JSON.stringify({ fields: POST, markdown: '' }) },
    ])
    .execute();
  const edited = { number: 1, kind: 'edited' as const };
  await db
    .insertInto('text_versions')
    .values([
      { ...edited, text_key: 'privacy-policy', source, publish_at: new Date() },
      { ...edited, text_key: 'help/payments', source: section, publish_at: new Date(Date.now() + DAY_MS) },
    ])
    .execute();
  const withFields = { '*': [POST, POST, POST, { ...POST, title: '' }], markdown: [...MARKDOWN, '<script>'] };
  const key = (name: string) => ({ key: [name, name, name, name, 'blog/nothing'] });
  const changes = ['discard', 'reset', 'keep', 'versions/{number}'].map(
    (change) => [`/api/admin/texts/{key}/${change}`, key('privacy-policy')] as const,
  );
  return [
    ...changes,
    ['/api/admin/texts/{key}/draft', key('blog/never-published')],
    ['/api/admin/texts/{key}/delete', key('blog/never-published')],
    ['/api/admin/texts/{key}/cancel', key('help/payments')],
    ['/api/admin/texts/{key}/remove', key('blog/hours-holidays-heat')],
    ['/api/admin/texts/{key}/publish', { ...key('blog/hours-holidays-heat'), ...withFields }],
  ] as const;
}

async function createExports({ db }: TestApi, created_by: number) {
  const schedule = { subject: 'listings', format: 'csv', every: 'week', hour: 3, keep: 4, created_by } as const;
  const schedules = await db
    .insertInto('export_schedules')
    .values([schedule, { ...schedule, every: 'month' }])
    .returning('id')
    .execute();
  const [schedule_id = 0, second = 0] = toIds(schedules);
  const files = await db
    .insertInto('export_files')
    .values([
      { schedule_id, due_at: new Date(), name: EXPORT_FILE, rows: 1, bytes: 9, finished_at: new Date() },
      { schedule_id: second, due_at: new Date(), name: 'exports/0/gone.csv.gz', failure: 'No space left' },
    ])
    .returning('id')
    .execute();
  const archives = await db
    .insertInto('data_archives')
    .values({ file: 'a'.repeat(32), state: 'failed' })
    .returning('id')
    .execute();
  return { exportSchedules: toIds(schedules), exportFiles: toIds(files), archives: toIds(archives) };
}

async function createFailures({ db }: TestApi) {
  const email = { to: 'owner@mail.example', subject: 'Welcome', text: 'Welcome', purpose: 'notice' };
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data) values (${DEAD_LETTER_QUEUE.name}, ${JSON.stringify(email)}::jsonb) returning id`.execute(
    db,
  );
  const ids = [[rows[0]?.id], [randomUUID()]];
  return [
    ['/api/admin/failed-mails/', { ids }],
    ['/api/admin/failed-jobs/', { ids }],
  ] as const;
}
