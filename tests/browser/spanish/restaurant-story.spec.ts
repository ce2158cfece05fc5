import { uniqueUsername, waitForEmailLink } from '#tests/browser/support/accounts.ts';
import { countClicks } from '#tests/browser/support/clicks.ts';
import { expect, expectAccessible, getJson, LONG, open } from '#tests/browser/support/fixtures.ts';
import { toggleSection } from '#tests/browser/support/listing-form.ts';
import { es } from '#tests/browser/support/spanish.ts';
import { test } from '#tests/browser/support/spanish-test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const MAX_CLICKS = 30;

test('a family registers, lists its restaurant with hours and a photo, and answers a customer', { tag: LONG }, async ({
  page,
  otherPage: customer,
  expectSpanish,
}) => {
  const startedAt = Date.now();
  const clicks = await countClicks(page);
  const username = uniqueUsername();
  const name = `Cocina de Lupita ${username.slice(-6)}`;
  const email = `${username}@lupita.example`;

  await open(page, '/es/auth?register=true');
  await page.getByLabel(es('Business Name')).fill(name);
  await page.getByLabel(es('Email')).fill(email);
  await page.getByLabel(es('Username')).fill(username);
  await page.getByLabel(es('Password'), { exact: true }).fill('pan-dulce-y-canela');
  await page.getByLabel(es('Confirm Password')).fill('pan-dulce-y-canela');
  await page.getByRole('button', { name: es('Create Account') }).click();
  await expect(page).toHaveURL('/es/account');
  await open(page, await waitForEmailLink(email, /^Confirme su correo/, /^\/es\//));
  await page.getByRole('button', { name: es('Confirm email') }).click();
  await expect(page.getByRole('heading', { name: es('Your email is confirmed') })).toBeVisible();

  await open(page, '/es/account');
  await page.getByRole('main').locator('a[href="/es/post-ad"]').first().click();
  await expect(page).toHaveURL(/\/es\/post-ad/);
  await page.getByLabel(es('Ad Title')).fill(name);
  await page
    .getByLabel(es('Description'), { exact: true })
    .fill('Birria, pozole y tortillas hechas a mano desde 1998.');
  await page.getByLabel(es('Business Name')).fill(name);
  await page.getByLabel(es('Street Address')).fill('18 Technology Drive');
  await page.getByLabel(es('ZIP Code')).fill('92618');
  await expect(page.getByLabel(es('City'), { exact: true })).toHaveValue('Irvine');
  await page.getByLabel(es('Phone Number')).fill('(949) 555-0144');
  await page.getByLabel(es('Email'), { exact: true }).fill(email);
  await page.getByLabel(es('Category'), { exact: true }).fill('birria');
  await page.getByRole('listbox').getByRole('option').first().click();
  await toggleSection(page, 'Opening hours');
  const monday = page.getByRole('combobox', { name: /^lunes$/i });
  await monday.selectOption('open');
  await page.getByRole('button', { name: /Copiar el lunes/ }).click();
  await page.getByRole('button', { name: es('All days') }).click();
  await page.getByRole('combobox', { name: /^martes$/i }).selectOption('closed');
  await toggleSection(page, 'Logo and photos');
  const photo = { name: 'fachada.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.locator('input[type=file]').last().setInputFiles(photo);
  await expect
    .poll(async () => (await page.locator('img[src*="/photos/"]').count()) > 0, { message: 'the photo is uploaded' })
    .toBe(true);
  await expectAccessible(page);
  await expectSpanish();
  await page.getByRole('button', { name: es('Post Ad'), exact: true }).click();
  await expect(page).toHaveURL(/\/es\/account/);
  const [ad] = await getJson<[{ id: number }]>(page, '/api/user/ads');
  const { form } = await getJson<{ form: { hours: Record<string, unknown>; photos: object[] } }>(
    page,
    `/api/user/ads/${ad.id}`,
  );
  expect(form.hours).toMatchObject({ tuesday: 'closed', sunday: [{ opens: '09:00', closes: '17:00' }] });
  expect(form.photos).toHaveLength(1);

  const address = `${uniqueUsername()}@mail.example`;
  // The same text to many businesses would be held.
  const text = `¿Tienen mesa para ocho el sábado? ${uniqueUsername()}`;
  await open(customer, `/es/ads/${ad.id}`);
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText(name);
  await customer.getByRole('button', { name: es('Message [verb]'), exact: true }).click();
  const dialog = customer.getByRole('dialog', { name: es('Message {business}', { business: name }) });
  await dialog.getByLabel(es('Your name')).fill('María López');
  await dialog.getByLabel(es('Your email')).fill(address);
  await dialog.getByLabel(es('Message'), { exact: true }).fill(text);
  await dialog.getByRole('button', { name: es('Send message') }).click();
  await expect(customer.getByRole('dialog', { name: es('Check your email') })).toContainText(address);
  await open(customer, await waitForEmailLink(address, /./, /^\/es\/conversations/));
  await customer.getByRole('button', { name: es('Send message') }).click();
  await expect(customer.getByRole('list', { name: es('Messages') })).toContainText(text);

  await open(page, '/es/account');
  await page
    .getByRole('link', { name: /María López/ })
    .first()
    .click();
  await page.getByLabel(es('Your answer')).fill('Claro que sí, a las siete. ¡Los esperamos!');
  await page.getByRole('button', { name: es('Send'), exact: true }).click();
  await expect(page.getByRole('list', { name: es('Messages') })).toContainText('a las siete');
  await expectAccessible(page);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  // Choosing the photo, and opening the emailed link.
  const count = clicks() + 2;
  console.info(`a restaurant in Spanish: ${count} clicks, ${seconds} s`);
  expect(count).toBeLessThanOrEqual(MAX_CLICKS);

  await customer.reload();
  await expect(customer.getByRole('list', { name: es('Messages') })).toContainText('a las siete');
});
