import type { Page } from '@playwright/test';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';
import { toggleSection } from '#tests/browser/support/listing-form.ts';

const getPin = (page: Page) => page.getByRole('button', { name: /^Pin at / });
const readPin = async (page: Page) =>
  /at (-?\d+\.\d+), (-?\d+\.\d+)/
    .exec((await page.getByText(/^The pin is at/).textContent()) ?? '')
    ?.slice(1)
    .map(Number) as [lat: number, lng: number];

test('the pin of a listing is set from its ZIP code, moved by keys, by dragging and by a click, and removed', async ({
  page,
}) => {
  await open(page, '/post-ad');
  await toggleSection(page, 'Map pin');
  const set = page.getByRole('button', { name: 'Set a pin' });
  await expect(set).toBeDisabled();
  await page.getByLabel('ZIP Code').fill('92614');
  await set.click();
  await expect(getPin(page)).toBeVisible();
  const [lat, lng] = await readPin(page);
  await getPin(page).press('ArrowRight');
  await getPin(page).press('Shift+ArrowUp');
  await expect.poll(async () => (await readPin(page))[0]).toBeGreaterThan(lat);
  const [north, east] = await readPin(page);
  expect(east).toBeGreaterThan(lng);
  expect(north - lat).toBeGreaterThan((east - lng) * 3);
  await expectAccessible(page);

  const { x, y } = (await getPin(page).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 24, y + 20);
  await page.mouse.down();
  await page.mouse.move(x - 60, y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await readPin(page))[1]).toBeLessThan(lng);
  const [, west] = await readPin(page);
  const map = page.getByRole('group', { name: 'Map of your pin' });
  await map.click({ position: { x: 300, y: 260 } });
  await expect.poll(async () => (await readPin(page))[1]).not.toBe(west);

  await page.reload();
  await expect(getPin(page)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the pin' }).click();
  await expect(set).toBeVisible();
});
