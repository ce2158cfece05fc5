import type { Category } from '#contract/categories.ts';
import {
  createConfirmedOwner,
  expectToast,
  post,
  signIn,
  signInAsAdmin,
  uniqueUsername,
  waitForEmailLink,
} from '#tests/browser/support/accounts.ts';
import { expect, getJson, LONG, open } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { es, esLike } from '#tests/browser/support/spanish.ts';
import { test } from '#tests/browser/support/spanish-test.ts';

test('a customer writes to a business by a link in Spanish, and the business answers', { tag: LONG }, async ({
  page,
  otherPage: customer,
  expectSpanish,
}) => {
  await signIn(page, await createConfirmedOwner(page));
  const ad = await postListing(page);
  const email = `${uniqueUsername()}@mail.example`;
  // The same text to many businesses would be held.
  const text = `¿Puede venir el jueves? ${uniqueUsername()}`;
  await open(customer, `/es/ads/${ad.id}`);
  await customer.getByRole('button', { name: es('Message [verb]'), exact: true }).click();
  const dialog = customer.getByRole('dialog', { name: es('Message {business}', { business: ad.businessName }) });
  await dialog.getByRole('button', { name: es('Send message') }).click();
  await expect(dialog.getByLabel(es('Your name'))).toBeFocused();
  await dialog.getByLabel(es('Your name')).fill('María López');
  await dialog.getByLabel(es('Your email')).fill(email);
  await dialog.getByLabel(es('Message'), { exact: true }).fill(text);
  await dialog.getByRole('button', { name: es('Send message') }).click();
  await expect(customer.getByRole('dialog', { name: es('Check your email') })).toContainText(email);

  await open(customer, await waitForEmailLink(email, /./, /^\/es\/conversations/));
  await customer.getByRole('button', { name: es('Send message') }).click();
  await expect(customer.getByRole('list', { name: es('Messages') })).toContainText(text);
  await open(page, '/es/account');
  await page.getByRole('link', { name: 'María López', exact: true }).click();
  await page.getByLabel(es('Your answer')).fill('Sí, entre 9 y 11.');
  await page.getByRole('button', { name: es('Send'), exact: true }).click();
  await expect(page.getByRole('list', { name: es('Messages') })).toContainText('Sí, entre 9 y 11.');
  await expectSpanish();
  await customer.reload();
  await expect(customer.getByRole('list', { name: es('Messages') })).toContainText('Sí, entre 9 y 11.');
});

test('a customer asks two movers for quotes', { tag: LONG }, async ({ page, otherPage: owner, expectSpanish }) => {
  await signIn(owner, await createConfirmedOwner(owner));
  const names = [`Mudanzas ${uniqueUsername()}`, `Mudanzas ${uniqueUsername()}`];
  const movers = (await getJson<Category[]>(page, '/api/categories')).find(({ slug }) => slug === 'movers');
  for (const businessName of names)
    await postListing(owner, { businessName, title: businessName, categoryId: String(movers?.id) });
  await open(page, '/es/quote');
  await page.getByLabel(es('Who do you need?')).selectOption('movers');
  await page.getByLabel(es('Where?')).fill('Irvine');
  await page.getByRole('button', { name: es('Find businesses') }).click();
  const form = page.getByRole('region', { name: es('Your request') });
  await form.getByRole('button', { name: es('Send request') }).click();
  await expect(form).toContainText(es('Pick at least one business.'));
  await expectSpanish();
  for (const name of names) await form.getByRole('checkbox', { name }).check();
  await form.getByLabel(es('When?')).selectOption({ index: 2 });
  await form.getByLabel(es('How far?')).selectOption({ index: 1 });
  await form.getByLabel(es('Describe the job')).fill('Dos cuartos y un piano, desde el segundo piso.');
  await form.getByLabel(es('Your name')).fill('María López');
  const email = `${uniqueUsername()}@mail.example`;
  await form.getByLabel(es('Your email')).fill(email);
  await form.getByRole('button', { name: es('Send request') }).click();
  await expect(page.getByRole('main')).toContainText(email);
  await expectSpanish();
  await open(page, await waitForEmailLink(email, /./, /^\/es\/quotes/));
  await expectSpanish();
  await page.getByRole('button', { name: es('Send request') }).click();
  await expect(page.getByRole('main')).toContainText('0 de 2');
});

test('a customer reviews a business that answered, the staff shows it, and the business replies', {
  tag: LONG,
}, async ({ page, otherPage: customer, expectSpanish }) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  const ad = await postListing(page);
  const email = `${uniqueUsername()}@mail.example`;
  await post(customer, `/api/ads/${ad.id}/messages`, {
    ...{ name: 'María López', email, topic: 'question', key: crypto.randomUUID() },
    // The same text to many businesses would be held.
    text: `¿Puede venir el jueves? ${uniqueUsername()}`,
  });
  await open(customer, await waitForEmailLink(email, /./, /^\/es\/conversations/));
  await customer.getByRole('button', { name: es('Send message') }).click();
  await expect(customer.getByRole('list', { name: es('Messages') })).toBeVisible();
  const id = /\/conversations\/(\d+)/.exec(customer.url())?.[1];
  await post(page, `/api/conversations/${id}/messages`, { text: 'Sí, a las nueve.', key: crypto.randomUUID() });
  await customer.reload();
  await customer.getByRole('button', { name: es('Write a review') }).click();
  const dialog = customer.getByRole('dialog');
  await dialog.getByRole('button', { name: es('Send review') }).click();
  await expect(dialog).toContainText(es('Choose from one to five stars.'));
  await dialog.getByRole('radio', { name: es('5: excellent') }).check();
  await dialog.getByLabel(es('Your review')).fill('Llegaron el mismo día y el calentador funciona.');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: es('Send review') }).click();
  await expectToast(customer, es('Review sent'), '');

  await page.context().clearCookies();
  await signInAsAdmin(page);
  await open(page, '/es/admin?tab=reviews');
  const card = page.getByRole('region', { name: es('Review of {listing}', { listing: ad.title }) });
  await expect(card).toContainText('el calentador funciona');
  await card.getByRole('button', { name: es('Show'), exact: true }).click();
  await expectToast(page, es('Review shown'), '');
  await expectSpanish();
  await page.context().clearCookies();
  await signIn(page, owner);
  await open(page, '/es/account');
  const reviews = page.getByRole('region', { name: es('Reviews') });
  await reviews.getByRole('button', { name: es('Reply [verb]'), exact: true }).click();
  await page.getByLabel(es('Your reply')).fill('¡Gracias, María!');
  await page.getByRole('button', { name: es('Publish reply') }).click();
  await expectToast(page, es('Reply published'), '');
  await open(customer, `/es/ads/${ad.id}`);
  await expect(customer.getByRole('region', { name: es('Reviews') })).toContainText('¡Gracias, María!');
  await expect(customer.getByRole('region', { name: es('Reviews') })).toContainText(
    esLike('{count, plural, one {# review} other {# reviews}}'),
  );
});
