import type { Page } from '@playwright/test';
import { createOwner, openSection, post, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { selectCases } from '#tests/support/long-run.ts';

const stackDiacritics = (character: string) => character + '\u0310\u0352\u0334\u0362\u031b\u0489'.repeat(4);

const texts: Record<string, string> = {
  // In 91 characters, the part of a text that a title has.
  'all of these': `\u202ekcab\u202c שלום 🏄🏽‍♀️ ${stackDiacritics('Z')}go Donaudampfschifffahrtselektrizitaeten`,
  'right to left': 'مخبز الزيتون الطازج في إرفاين',
  'both ways': 'Café \u202eeniwkcab\u202c שלום 24/7',
  'never closed': 'Left \u202eopen \u2067on purpose',
  emoji: '🏄🏽‍♀️ Surf 👩‍👩‍👧‍👦 & 🇺🇸 tacos 🌮🌮🌮',
  heaps: `${stackDiacritics('Z')}${stackDiacritics('a')}${stackDiacritics('l')}go`,
  'one long word': 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'.padEnd(100, 'x'),
  'wide letters': '東京の味を南カリフォルニアへお届けする小さな店です',
};

// They would turn round what stands beside a text, and are removed (docs/decisions/0147-one-reader-for-each-kind-of-value.md).
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

// The pointer may be over the link of a listing that was just hidden, which is then prefetched.
test.use({ tolerated: /status of 404/ });

// The normal run tests mixed directions, emoji, stacked diacritics and a long word in one text.
for (const [what, typed] of selectCases(1, Object.entries(texts))) {
  test(`text in any script keeps its characters and does not overflow: ${what}`, { tag: LONG }, async ({ page }) => {
    const text = typed.replaceAll(DIRECTION_CONTROLS, '').normalize();
    await signIn(page, await createOwner(page));
    // An identical listing would count as the same.
    const id = crypto.randomUUID().slice(0, 8);
    const title = `${text.slice(0, 91)} ${id}`;
    const ad = await postListing(page, {
      title: `${typed.slice(0, 91)} ${id}`,
      zipCode: '92603',
      description: `${text}\n${text}\n${text}\n${'·'.repeat(20)}`,
      businessName: text,
      address: `${text} 1`,
      holidayNote: text,
      serviceArea: text,
      licenseNumber: text.slice(0, 60),
      priceNotes: text,
      languages: [text.slice(0, 40)],
      translations: {
        es: { title: text.slice(0, 91).padEnd(5, '·'), description: `${text}\n${text}\n${'·'.repeat(20)}` },
      },
    });
    await post(page, `/api/ads/${ad.id}/reports`, { reason: 'other', text: `${text}, ${text}` });

    await open(page, `/ads/${ad.id}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    await expectNoOverflow(page);
    await open(page, `/es/ads/${ad.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(text.slice(0, 91).trim());
    await expectNoOverflow(page);
    await open(page, '/zip/92603');
    await expect(page.locator(`a[href="/ads/${ad.id}"]`)).toBeVisible();
    await expectNoOverflow(page);
    await open(page, '/account');
    await expect(page.locator(`[data-listing="${ad.id}"]`)).toHaveText(title);
    await expectNoOverflow(page);
    await open(page, `/account/ads/${ad.id}/edit`);
    await expect(page.getByLabel('Ad Title')).toHaveValue(title);
    await expect(page.getByText(`${[...title].length} of 100`)).toBeVisible();
    await expectNoOverflow(page);

    await signInAsAdmin(page);
    await open(page, '/admin');
    await openSection(page, 'Reports');
    await page.getByRole('button', { name: `Hide listing ${title}` }).click();
    await expectNoOverflow(page);
    await page.getByRole('dialog').getByLabel('Reason').fill(text);
    await page.getByRole('button', { name: 'Hide listing', exact: true }).click();
    await openSection(page, 'Hidden');
    await expect(page.getByRole('row').filter({ has: page.getByText(title) })).toContainText(text);
    await expectNoOverflow(page);
  });
}

/** Expects no horizontal scrolling, on a phone and on a desktop. */
async function expectNoOverflow(page: Page) {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const hidden = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(hidden, `${width} px wide`).toBeLessThanOrEqual(0);
  }
}
