import { expect, expectAccessible, LONG } from '#tests/browser/support/fixtures.ts';
import { test } from '#tests/browser/support/kit.ts';

// In one worker, which starts one server.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ page }) => {
  await page.goto('/tests/browser/kit/index.html');
  await page.getByRole('heading', { name: 'Parts' }).waitFor();
});

test('a toast replaces the previous one, closes after five seconds, and can be closed', { tag: LONG }, async ({
  page,
}) => {
  // From here on the test controls the clock.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your listing is live.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay' }).click();
  const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await expect(toasts).toHaveText(['Payment Failed']);

  await page.mouse.move(0, 0);
  await page.clock.runFor(4_500);
  await expect(toasts).toHaveCount(1);
  await page.clock.runFor(1_000);
  await expect(toasts).toHaveCount(0);

  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(toasts).toHaveCount(0);
});

test('a toast is announced to assistive technology, and dismissed by a swipe of 50 px, not by a shorter one', {
  tag: LONG,
}, async ({ page }) => {
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.locator('[aria-live="assertive"]')).toHaveText(/Payment Failed/);
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  const box = await toast.boundingBox();
  if (!box) throw new Error('The toast has no place on the page.');
  const swipe = async (distance: number) => {
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 6 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toast).toBeVisible();
  await swipe(60);
  await expect(toast).toHaveCount(0);
});

test('a dialog is focused, locks the page, restores the focus on Escape, and stays open when its file picker is canceled', {
  tag: LONG,
}, async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Delete…' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Delete this listing?' });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  // The browser dispatches this event on the field, and it bubbles to the dialog.
  await dialog.getByLabel('Proof').dispatchEvent('cancel', { bubbles: true });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
});

test('a dialog closes by its button, by its action and by a click on the backdrop, each time it is opened', {
  tag: LONG,
}, async ({ page }) => {
  const dialog = page.getByRole('dialog');
  const ways = [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: 'Delete listing' }).click(),
    () => page.mouse.click(5, 5),
  ];
  for (const close of ways) {
    await page.getByRole('button', { name: 'Delete…' }).click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
  }
});

test('the arrow keys move between tabs, and a busy button is disabled', { tag: LONG }, async ({ page }) => {
  await page.getByRole('tab', { name: 'Compare' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Pricing' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toHaveText('What each plan costs.');
  await expect(page.getByRole('button', { name: 'Posting Ad...' })).toBeDisabled();
});

test('the components are accessible in both themes', { tag: LONG }, async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Delete…' }).click();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
});
