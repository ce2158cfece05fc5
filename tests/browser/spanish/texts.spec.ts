import { createConfirmedOwner, post, signIn, withRandomIpAddress } from '#tests/browser/support/accounts.ts';
import { FoundTexts, readPlaces, recordTexts } from '#tests/browser/support/crawled-texts.ts';
import { collectState, findEnglish, readTexts } from '#tests/browser/support/english-texts.ts';
import { expectedPages } from '#tests/browser/support/expected-pages.ts';
import { expect, open, test } from '#tests/browser/support/fixtures.ts';
import { SECTIONS, toggleSection } from '#tests/browser/support/listing-form.ts';
import { findUnclaimedListing, postListing } from '#tests/browser/support/listings.ts';
import { payForPlan } from '#tests/browser/support/payments.ts';
import { es } from '#tests/browser/support/spanish.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';

// Messages are limited by network; the browser logs the status of missing pages, and of statistics that have to be paid for.
test.use({ ...withRandomIpAddress, locale: 'es-MX', tolerated: /status of 40[24]/ });

test('no page that everybody sees has a text in English', async ({ page }) => {
  test.slow();
  const unclaimed = await findUnclaimedListing(page);
  const paths = [
    ...expectedPages.map(({ path }) => path),
    ...[
      '/ads/1',
      '/embed/1',
      `/ads/${unclaimed.id}`,
      '/search',
      '/search?q=market&near=Irvine&within=10',
      '/search?q=zzqqxx',
    ],
    ...['/search?q=market&near=Atlantis', '/search?q=market&view=map', '/compare?ids=1,2', '/city/irvine?open=now'],
    ...[
      '/saved',
      '/auth',
      '/auth?register=true',
      '/auth/reset',
      '/auth/confirm',
      '/join',
      '/still-right',
      '/renew',
      '/stop-renewal',
      '/unsubscribe',
    ],
    ...[
      '/checkout?plan=quarterly',
      '/payment-success',
      '/quote?trade=movers&near=Irvine',
      '/receipt-codes',
      '/account',
    ],
    ...['/admin', '/nowhere/at/all', '/no-such-place', '/category/no-such', '/county/no-such', '/zip/99999'],
    ...['/ads/999999999', '/blog/no-such-post'],
  ];
  const places = await readPlaces(page);
  const found = new FoundTexts();
  for (const path of selectEveryNth(6, paths)) {
    const html = await (await page.request.get(path === '/' ? '/es' : `/es${path}`)).text();
    const state = /<script type="application\/json" id="state">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    found.add(path, findEnglish(await readTexts(page, html), collectState(state, new Set(places))));
  }
  expect(found.lines).toEqual([]);
});

test('no page of an owner has a text in English', async ({ page }) => {
  test.slow();
  const read = await recordTexts(page);
  await signIn(page, await createConfirmedOwner(page));
  const [free, paid] = [await postListing(page), await postListing(page)];
  const { id: payment } = await payForPlan(page, { plan: 'monthly', listingId: paid.id });
  await post(page, `/api/user/ads/${free.id}/pause`, {});
  for (const path of selectEveryNth(6, [
    ...['/account', '/account/receipt-cards', '/auth', '/saved', '/contact', `/ads/${paid.id}`],
    ...[`/account/ads/${paid.id}/preview`, `/account/ads/${paid.id}/changes`, `/account/payments/${payment}`],
    `/account/ads/${paid.id}/qr-sheet`,
    ...[`/ads/${paid.id}/analytics`, `/ads/${free.id}/analytics`, `/checkout?plan=monthly&listing=${free.id}`],
  ])) {
    await open(page, `/es${path}`);
    await read(path);
  }
  await open(page, `/es/account/ads/${paid.id}/edit`);
  for (const section of SECTIONS) await toggleSection(page, section);
  await expect(page.getByText(es('Loading fields…'))).toHaveCount(0);
  await read('the form of an edit');
  await read.expectNone();
});
