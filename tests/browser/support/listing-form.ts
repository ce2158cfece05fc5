import type { Locator, Page } from '@playwright/test';
import { expect, open } from './fixtures.ts';
import { textOn } from './spanish.ts';

/** The screens of the form of a listing, by their number. */
const SCREENS = ['What and where', 'Photos and hours', 'Look and publish'];

const getScreenName = (page: Page, number: number) => textOn(page, SCREENS[number - 1] ?? '');

/** Expects a screen of the form of a listing to be shown: 1, 2 or 3. */
export async function expectScreen(page: Page, number: number) {
  const step = textOn(page, 'Step {number} of {count}:', { number, count: SCREENS.length });
  await expect(page.getByRole('heading', { name: `${step} ${getScreenName(page, number)}` })).toBeVisible();
}

/** Opens the last screen of a new listing, as after leaving the form there. */
export async function openLastScreen(page: Page, path = '/post-ad') {
  // Another page, because the form would store its own draft when it is left.
  await open(page, '/quick-links');
  await page.evaluate(() => sessionStorage.setItem('adFormData', JSON.stringify({ screen: 2 })));
  await open(page, path);
  await expectScreen(page, 3);
}

/** Continues to the last screen of a new listing, whose required fields are filled in. */
export async function goToLastScreen(page: Page) {
  for (const next of [2, 3]) {
    await page.getByRole('button', { name: textOn(page, 'Continue'), exact: true }).click();
    await expectScreen(page, next);
  }
}

/** Continues to the last screen, and submits the form there. */
export async function submitListing(page: Page, button = 'Post Ad') {
  await goToLastScreen(page);
  await page.getByRole('button', { name: textOn(page, button), exact: true }).click();
}

/** Shows an earlier screen of a new listing, or any one of an edit. */
export async function showScreen(page: Page, number: number) {
  const steps = page.getByRole('navigation', { name: textOn(page, 'Steps of the form') });
  await steps.getByRole('button', { name: getScreenName(page, number) }).click();
  await expectScreen(page, number);
}

/** Opens the field of the website, which is closed until it is asked for. */
export async function openWebsite(page: Page): Promise<Locator> {
  const opener = page.getByRole('button', { name: textOn(page, 'Add your website (optional)') });
  if (await opener.isVisible()) await opener.click();
  return page.getByLabel(textOn(page, 'Website'));
}
