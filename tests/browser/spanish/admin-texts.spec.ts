import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ImportUpload, UploadPreview } from '#contract/imports/uploads.ts';
import {
  createOwner,
  getAdminCredentials,
  post,
  signIn,
  unfoldSections,
  withRandomIpAddress,
} from '#tests/browser/support/accounts.ts';
import { recordTexts } from '#tests/browser/support/crawled-texts.ts';
import { test as base, expect, getJson, LONG, open } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing } from '#tests/browser/support/listings.ts';
import { type Program, startProgram } from '#tests/browser/support/program.ts';
import { es } from '#tests/browser/support/spanish.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

/** The test on a site of its own, where no other test types texts. */
const test = base.extend<{ program: Pick<Program, 'origin'> }>({
  program: [
    async ({ getPerWorker }, use) => use(await getPerWorker('program without other tests', startProgramAlone)),
    { timeout: scaleTimeout(60_000) },
  ],
  baseURL: ({ program }, use) => use(program.origin),
});
test.use({ ...withRandomIpAddress, locale: 'es-MX' });

async function startProgramAlone() {
  const dataDir = mkdtempSync(join(tmpdir(), 'socal-browser-tests-'));
  // If started as root, the program runs PostgreSQL as another user, who needs access to the folder.
  chmodSync(dataDir, 0o755);
  const program = await startProgram(dataDir, {
    ORIGIN: process.env.SITE_ORIGIN as string,
    SAMPLE_DATA: 'few',
    ADMIN_PASSWORD: getAdminCredentials().password,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  const close = () => program.stop().finally(() => rmSync(dataDir, { recursive: true, force: true }));
  return { origin: program.origin, close };
}

// It takes 20 s, because it starts a site.
test('no section of the administration has a text in English', { tag: LONG }, async ({ page }) => {
  test.slow();
  const read = await recordTexts(page);
  await signIn(page, getAdminCredentials());
  const listing = await findUnclaimedListing(page);
  await actAsStaff(page, listing.id);
  await open(page, '/es/admin');
  const menu = page.getByRole('navigation', { name: es('Sections') });
  await expect(menu).toBeVisible();
  await unfoldSections(menu);
  const links = await menu.getByRole('link').all();
  expect(links.length).toBeGreaterThan(30);
  for (const link of links) {
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    const name = (await link.textContent())?.replace(/[\d,]*$/, '').trim();
    await expect(page.getByRole('main').getByRole('region', { name, exact: true })).toBeVisible();
    await read(`/admin?${new URL(page.url()).searchParams}`);
  }
  for (const path of [
    `/admin/ads/${listing.id}`,
    '/admin?tab=texts&text=es%2Fterms-of-service',
    '/admin?tab=exports&subject=audit',
    '/admin?tab=all&user=admin',
  ]) {
    await open(page, `/es${path}`);
    await read(path);
  }
  await read.expectNone();
});

/** Has sections show what the program composes: reasons of the audit log, refusals and notes of an import. */
async function actAsStaff(page: Page, listingId: number) {
  const get = <T>(path: string) => getJson<T>(page, path);
  const put = async (path: string, data: object | Buffer, headers = {}) => {
    const origin = process.env.SITE_ORIGIN as string;
    const response = await page.request.put(path, { data, headers: { origin, ...headers } });
    expect(response.ok(), `PUT ${path}: ${await response.text()}`).toBe(true);
  };
  const owner = await createOwner(page);
  await post(page, `/api/admin/users/${owner.id}/suspend`, { reason: 'Anuncios falsos' });
  const headers = { origin: process.env.SITE_ORIGIN as string };
  const refused = await page.request.post('/api/login', { data: owner, headers });
  expect(refused.status()).toBe(403);
  await post(page, `/api/ads/${listingId}/reports`, { reason: 'spam', text: 'Vende otra cosa' });
  await put('/api/admin/settings/postalAddress', { value: 'Calle Uno 1, Irvine, CA 92614', version: 0 });
  await page.request.get('/api/admin/exports/audit?format=csv');
  await post(page, '/api/admin/notices', {
    ...{
      text: 'Cerrado mañana',
      tone: 'information',
      startsAt: null,
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
    scope: { kind: 'everywhere', slug: null },
  });
  const file = Buffer.from(FILE);
  const { id } = await post<{ id: number }>(page, '/api/admin/import-uploads', { file: 'a.csv', size: file.length });
  const path = `/api/admin/import-uploads/${id}`;
  await put(`${path}/content?offset=0`, file, { 'content-type': 'application/octet-stream' });
  const { options } = await post<UploadPreview>(page, `${path}/preview`, { options: null });
  Object.assign(options.mapping ?? {}, COLUMNS);
  await post(page, `${path}/dry-run`, { options: { ...options, date: '2026-08' } });
  await expect
    .poll(async () => (await get<ImportUpload[]>('/api/admin/import-uploads'))[0]?.dryRun, {
      timeout: scaleTimeout(20_000),
    })
    .toBeTruthy();
}

/** What the columns of the file are called: those of `data/README.md` would be found to be English. */
const COLUMNS = {
  ...{ id: 'Registro', name: 'Negocio', category: 'Rubro', address: 'Calle', city: 'Pueblo', state: 'Estado' },
  ...{ zip: 'Postal', phone: 'Tel', source: 'Origen', hours: 'Horas' },
};

/** Rows that are refused or corrected. */
const FILE = [
  Object.values(COLUMNS).join(','),
  '1,TALLER UNO,auto-repair,1 MAIN ST,IRVINE,CA,92614-1234,123,Registro,Lu-Vi 9-5',
  '2,Taller Dos,talleres,2 Main St,Irvin,CA,92614,,Registro,quizá mañana',
  '3,,auto-repair,3 Main St,Irvine,CA,92614,,Registro,',
  '4,Taller Cuatro,auto-repair,4 Main St,Reno,NV,89501,,Registro,',
].join('\n');
