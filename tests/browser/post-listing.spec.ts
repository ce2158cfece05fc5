import type { Locator, Page } from '@playwright/test';
import { ZIP_OUTSIDE_AREA_MESSAGE } from '#contract/listing-form.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { createOwner, expectToast, signIn, submitSignInForm, uniqueUsername } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { submitListing, toggleSection } from '#tests/browser/support/listing-form.ts';
import { selectCases } from '#tests/support/long-run.ts';

test.describe('The form', () => {
  test('has errors at missing fields, and focuses the first', async ({ page }) => {
    await open(page, '/post-ad');
    await page.getByLabel('State').fill('');
    await submitListing(page);
    for (const [label, message] of [
      ['Ad Title', 'Title must be at least 5 characters'],
      ['Description', 'Description must be at least 20 characters'],
      ['Business Name', 'Business name is required'],
      ['Street Address', 'Address is required'],
      ['City', 'City is required'],
      ['State', 'State is required'],
      ['ZIP Code', 'Zip code is required'],
      ['Phone Number', 'Phone number is required'],
      ['Email', 'Invalid email address'],
      ['Category', 'Category is required'],
      ['Primary Location', 'Location is required'],
    ] as const) {
      await expect(page.getByLabel(label), label).toHaveAccessibleDescription(new RegExp(`^${message}`));
      await expect(page.getByLabel(label), label).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(page.getByLabel('Ad Title')).toBeFocused();
    await expect(page).toHaveURL('/post-ad');
    await expectAccessible(page);

    await fillIn(page);
    await page.getByLabel('Category').fill('');
    await page.getByLabel('Category').press('Tab');
    await submitListing(page);
    await expect(page.getByLabel('Category')).toBeFocused();
    await choose(page.getByLabel('Category'), 'groom');
    await expect(page.locator('[aria-invalid]')).toHaveCount(0);
    await page.getByLabel('Primary Location').selectOption('');
    await submitListing(page);
    await expect(page.getByLabel('Primary Location')).toBeFocused();
  });

  test('derives the location from the ZIP code, and the city if it was not typed, and validates a field on blur', async ({
    page,
  }) => {
    await open(page, '/post-ad');
    await page.getByLabel('ZIP Code').fill('9261');
    await expect(page.getByLabel('Primary Location')).toHaveValue('');
    await page.getByLabel('ZIP Code').fill('92614');
    await expect(page.getByLabel('Primary Location')).toHaveValue('3');
    await expect(page.getByLabel('City')).toHaveValue('Irvine');
    await page.getByLabel('ZIP Code').fill('92262-1234');
    await expect(page.getByLabel('Primary Location')).toHaveValue('4');
    await expect(page.getByLabel('City')).toHaveValue('Palm Springs');

    await page.getByLabel('City').fill('Desert Hot Springs');
    await page.getByLabel('ZIP Code').fill('92614');
    await expect(page.getByLabel('Primary Location')).toHaveValue('3');
    await expect(page.getByLabel('City')).toHaveValue('Desert Hot Springs');
    const note = 'Visitors will find your listing under Irvine. Use Irvine';
    await expect(page.getByLabel('City')).toHaveAccessibleDescription(
      `We don’t know a city of that name in Orange County. ${note}`,
    );
    await page.getByLabel('City').fill('Newport Beach');
    await expect(page.getByLabel('City')).toHaveAccessibleDescription('Use Irvine');
    await page.getByLabel('City').fill('Brooklyn');
    await expect(page.getByLabel('City')).toHaveAccessibleDescription(/^We don’t know a city of that name/);
    await page.getByRole('button', { name: 'Use Irvine' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Irvine');
    await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0);

    // The contract has the rules of each field; these are of different kinds of controls.
    for (const [label, typed, message] of selectCases(5, [
      ['Ad Title', 'Dogs', 'Title must be at least 5 characters'],
      ['Description', 'x'.repeat(1001), 'Description must be less than 1000 characters'],
      ['ZIP Code', '94103', ZIP_OUTSIDE_AREA_MESSAGE],
      ['Email', 'hello@', 'Invalid email address'],
      ['ZIP Code', '94103123456', 'Invalid zip code format'],
      ['Ad Title', 'x'.repeat(101), 'Title must be less than 100 characters'],
      ['Description', 'Too short', 'Description must be at least 20 characters'],
      ['Business Name', 'S', 'Business name is required'],
      ['Street Address', '18', 'Address is required'],
      ['City', 'I', 'City is required'],
      ['State', 'C', 'State is required'],
      ['State', 'Nevada', 'We list businesses in eight counties of Southern California, so the state is CA'],
      ['Phone Number', '949-PIZZAS', 'Phone number is required'],
      ['ZIP Code', '9261', 'Zip code is required'],
      ['ZIP Code', '92614-12345', 'Invalid zip code format'],
      ['ZIP Code', 'irvine', 'Invalid zip code format'],
      ['Phone Number', '555', 'Phone number is required'],
      ['Phone Number', '555-0100', 'Phone number is required'],
      ['ZIP Code', '92614123456', 'Invalid zip code format'],
    ] as const)) {
      const field = page.getByLabel(label);
      const valid = await field.inputValue();
      await field.fill(typed);
      await field.press('Tab');
      await expect(field, typed).toHaveAccessibleDescription(new RegExp(`^${escapeRegExp(message)}`));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await field.fill(valid);
    }
  });

  test('takes the plan from the URL until one is selected', { tag: LONG }, async ({ page }) => {
    await open(page, '/post-ad?plan=premium');
    const premium = page.getByRole('switch', { name: 'Premium Listing' });
    await expect(premium).toBeChecked();
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
    await premium.press('Space');
    await expect(premium).not.toBeChecked();
    await expect(premium).toBeFocused();
    await expect(page.getByRole('button', { name: 'Post Ad' })).toBeVisible();
    await expect(page).toHaveURL('/post-ad');
    await open(page, '/post-ad?plan=free');
    await expect(premium).not.toBeChecked();
  });

  test('has its fields in order, shows the features and prices of plans, and previews the card', async ({ page }) => {
    await open(page, '/post-ad');
    const labels = page.getByRole('main').locator('form label');
    await expect(labels).toHaveText([
      'Ad Title',
      'Description',
      'Business Name',
      'Street Address',
      'City',
      'State',
      'ZIP Code',
      'Phone Number',
      'Email',
      'Website (optional)',
      'Category',
      'Primary Location',
      'Business Image URL (optional)',
      'Premium Listing',
    ]);
    // The button is next, and the optional sections follow it.
    expect(await page.getByRole('button', { name: 'Post Ad' }).evaluate(standsBetweenFieldsAndSections)).toBe(true);
    await expect(page.getByRole('button', { name: 'Post Ad' })).toBeInViewport();
    await expect(page.getByLabel('State')).toHaveValue('CA');
    await expect(page.getByRole('tab', { name: 'Compare' })).toHaveAttribute('aria-selected', 'true');

    const options = page.getByRole('region', { name: 'Listing Options' });
    await page.emulateMedia({ forcedColors: 'active' });
    await expect(options.getByRole('tab', { name: 'Compare' })).toHaveCSS('border-top-width', '2px');
    await expect(options.getByRole('tab', { name: 'Pricing' })).toHaveCSS('border-top-width', '0px');
    await page.emulateMedia({ forcedColors: null });
    await expect(options).toContainText('Basic listing');
    await options.getByRole('tab', { name: 'Pricing' }).click();
    await expect(options.getByRole('listitem')).toHaveText([
      /^Free\$0$/,
      /^Premium Monthly\$100$/,
      /^Premium Quarterly\$90 a month, billed quarterly\$270Save 10%$/,
      /^Premium Annual\$75 a month, billed annually\$900Save 25%$/,
    ]);
    await expectAccessible(page);

    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('Your ad title');
    await fillIn(page, { title: 'Tide pools by lantern' });
    await expect(preview).toContainText('Tide pools by lantern');
    await expect(preview).toContainText(/Pet Grooming.*Irvine.*Orange County/);
    await expect(preview).not.toContainText('Featured');
    await page.getByRole('switch', { name: 'Premium Listing' }).check();
    await expect(preview.getByText('Featured', { exact: true })).toBeVisible();
    const events = await page.evaluate(() => window.dataLayer?.map((entry) => ('event' in entry ? entry.event : '')));
    expect(events).not.toContain('ad_impression');
  });
});

test.describe('Typed values', () => {
  test('are restored after a reload, and cleared by starting over', { tag: LONG }, async ({ page }) => {
    await open(page, '/post-ad');
    await fillIn(page, { title: 'Kayaks by the hour' });
    await page.getByRole('switch', { name: 'Premium Listing' }).check();
    await toggleSection(page, 'Service area, license and prices');
    await page.getByLabel('Service area').fill('Newport Harbor');
    await page.reload();
    await expect(page.getByLabel('Ad Title')).toHaveValue('Kayaks by the hour');
    await expect(page.getByLabel('Category')).toHaveValue('Pet Grooming');
    await expect(page.getByLabel('Primary Location')).toHaveValue('3');
    await expect(page.getByRole('switch', { name: 'Premium Listing' })).toBeChecked();
    await expect(page.getByLabel('Service area')).toHaveValue('Newport Harbor');

    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByRole('dialog', { name: 'Start over?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByRole('button', { name: 'Start over' })).toBeFocused();
    await expect(page.getByLabel('Ad Title')).toHaveValue('Kayaks by the hour');
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('button', { name: 'Clear form' }).click();
    await expect(page.getByLabel('Ad Title')).toHaveValue('');
    await expect(page.getByLabel('Ad Title')).toBeFocused();
    await expect(page.locator('[role=switch]')).not.toBeChecked();
    await page.reload();
    await expect(page.getByLabel('Ad Title')).toHaveValue('');

    // They are stored also when the page is left immediately.
    await page.getByLabel('Ad Title').fill('Kayaks by the hour');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Ads' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Ads');
    await page.goBack();
    await expect(page.getByLabel('Ad Title')).toHaveValue('Kayaks by the hour');
  });

  test('are kept through registration and sign-in, and the posted listing is public immediately', {
    tag: LONG,
  }, async ({ page }) => {
    const title = uniqueTitle();
    const lists = ['/city/irvine', '/zip/92614', '/category/pet-grooming', '/browse'];
    // The pages are cached, as by earlier visits.
    for (const list of lists) await page.request.get(list);
    await open(page, '/post-ad');
    await fillIn(page, { title });
    await expect(page.getByText('You need a free account to post.')).toBeVisible();
    await page.getByRole('button', { name: 'Post Ad' }).click();
    await expect(page).toHaveURL('/auth?next=/post-ad');
    await expectToast(page, 'Sign in or create an account to post. We saved what you typed.', '');

    const owner = { username: uniqueUsername(), password: 'surf-and-turf' };
    await expect(page.getByRole('tab', { name: 'Create Account' })).toHaveAttribute('aria-selected', 'true');
    // As in the form.
    await expect(page.getByLabel('Business Name')).toHaveValue('Salt & Paws');
    await expect(page.getByLabel('Email')).toHaveValue('hello@paws.example');
    await page.getByLabel('Email').fill(`${owner.username}@shop.example`);
    await page.getByLabel('Username').fill(owner.username);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByLabel('Confirm Password').fill(owner.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/post-ad');
    await expectToast(page, 'Registration successful', 'Welcome to SoCal Local! Your account has been created.');
    await expect(page.getByLabel('Ad Title')).toHaveValue(title);
    await expect(page.getByLabel('Business Name')).toHaveValue('Salt & Paws');
    await expect(page.getByLabel('Category')).toHaveValue('Pet Grooming');
    await expect(page.getByText('You need a free account to post.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Post Ad' }).click();
    await expect(page).toHaveURL('/account');
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');

    for (const list of lists) expect(await (await page.request.get(list)).text(), list).toContain(title);
    await open(page, lists[0] as string);
    await expect(page.getByRole('main').getByText(title).first()).toBeVisible();
    await open(page, '/post-ad');
    await expect(page.getByLabel('Ad Title')).toHaveValue('');
    await expect(page.getByLabel('Business Name'), 'as the account is called').toHaveValue('Salt & Paws');
    await expect(page.getByLabel('Email')).toHaveValue(`${owner.username}@shop.example`);
  });
});

test.describe('Posting', () => {
  test('shows a busy state, includes optional fields, creates one listing for two clicks, and adds it to pages that were opened before', async ({
    page,
  }) => {
    await signIn(page, await createOwner(page));
    const title = uniqueTitle();
    await open(page, '/browse');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Post an Ad' }).click();
    await fillIn(page, { title });
    await toggleSection(page, 'Service area, license and prices');
    await page.getByLabel('Service area').fill('All of Orange County');
    await toggleSection(page, 'Social links');
    await page.getByLabel('Add a social link').selectOption('Facebook');
    await page.getByRole('main').getByLabel('Facebook', { exact: true }).fill('facebook.com/saltandpaws');
    const release = await delayResponse(page, '**/api/ads');
    await page.getByRole('button', { name: 'Post Ad' }).dblclick();
    const busy = page.getByRole('button', { name: 'Posting Ad...' });
    await expect(busy).toBeDisabled();
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page).toHaveURL('/account');
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');
    const listings = await getOwnerListings(page);
    expect(listings.map((ad) => ad.title)).toEqual([title]);
    expect(await getJson(page, `/api/user/ads/${listings[0]?.id}`)).toMatchObject({
      form: {
        serviceArea: 'All of Orange County',
        socialMedia: { facebook: 'https://facebook.com/saltandpaws' },
      },
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Ads' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Ads');
    await expect(page.getByRole('main').getByText(title, { exact: true })).toBeVisible();
  });

  test('is possible by keyboard', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/post-ad');
    const title = uniqueTitle();
    await page.getByLabel('Ad Title').focus();
    await page.keyboard.type(title);
    await tabAndType(page.getByLabel('Description'), 'A warm bath, a gentle hand and twenty years of practice.');
    await tabAndType(page.getByLabel('Business Name'), ' & Daughters');
    await tabAndType(page.getByLabel('Street Address'), '18 Technology Drive');
    await tabAndType(page.getByLabel('City'), 'Irv');
    const suggestions = page.getByRole('listbox').getByRole('option');
    await expect(suggestions.first()).toHaveAccessibleName('Irvine Orange County');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('City')).toHaveValue('Irvine');
    await tabAndType(page.getByLabel('ZIP Code'), '92614');
    await expect(page.getByLabel('Primary Location')).toHaveValue('3');
    await tabAndType(page.getByLabel('Phone Number'), '9495550100');
    await expect(page.getByLabel('Phone Number')).toHaveValue('(949) 555-0100');
    await tabAndType(page.getByLabel('Category'), 'pizza');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Category')).toHaveValue('Pizza');
    await tabTo(page.getByRole('button', { name: 'Post Ad' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');
    const [ad] = await getOwnerListings(page);
    expect(ad).toMatchObject({ title, city: 'Irvine', status: 'active', category: { name: 'Pizza' } });
  });
});

test.describe('Before posting', () => {
  test('a location that contradicts the ZIP code is asked about once, at its field', { tag: LONG }, async ({
    page,
  }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/post-ad');
    await fillIn(page);
    await page.getByLabel('Primary Location').selectOption('Los Angeles');
    await submitListing(page);
    await expect(page.getByLabel('Primary Location')).toBeFocused();
    await expect(page.getByLabel('Primary Location')).toHaveAccessibleDescription(
      'ZIP code 92614 is in Orange County. Choose it, or continue to keep your choice.',
    );
    await expectAccessible(page);
    await submitListing(page);
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');
    const [ad] = await getOwnerListings(page);
    expect(await getJson(page, `/api/user/ads/${ad?.id}`)).toMatchObject({
      form: { locationId: '1', zipCode: '92614' },
    });
  });

  test('a listing of the same business under another title is offered for editing', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/post-ad');
    await fillIn(page, { title: 'Kayaks by the hour' });
    await submitListing(page);
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');
    const [first] = await getOwnerListings(page);

    await open(page, '/post-ad');
    await fillIn(page, { title: 'Kayaks by the day' });
    await submitListing(page);
    const question = page.getByRole('dialog', { name: 'You already have a listing for this business' });
    await expect(question).toContainText('Kayaks by the hour');
    await expect(question.getByRole('link', { name: 'Edit it instead' })).toHaveAttribute(
      'href',
      `/account/ads/${first?.id}/edit`,
    );
    await expectAccessible(page);
    expect(await getOwnerListings(page)).toHaveLength(1);
    // Closed without an answer, it is asked again.
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await submitListing(page);
    await question.getByRole('button', { name: 'Post another listing' }).click();
    await expect(page).toHaveURL('/account');
    expect((await getOwnerListings(page)).map(({ title }) => title)).toEqual([
      'Kayaks by the day',
      'Kayaks by the hour',
    ]);
  });
});

test.describe('Failed posting', () => {
  // The browser logs the status of refused requests.
  test.use({ tolerated: /status of [45]\d\d|status 5\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  test('shows the message of the API or a default, keeps the values, and can be retried', { tag: LONG }, async ({
    page,
  }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/post-ad');
    const title = uniqueTitle();
    await fillIn(page, { title });
    await mockPostResponse(page, 429, { message: 'Too many attempts. Try again in 5 minutes.' });
    await submitListing(page);
    await expectToast(page, 'Error Posting Ad', 'Too many attempts. Try again in 5 minutes.');
    await expect(page.getByLabel('Ad Title')).toHaveValue(title);
    await expect(page).toHaveURL('/post-ad');
    await expectAccessible(page);

    await page.unroute('**/api/ads');
    await mockPostResponse(page, 502, {});
    await page.getByRole('button', { name: 'Post Ad' }).click();
    await expectToast(page, 'Error Posting Ad', 'There was an error posting your ad. Please try again.');
    await page.unroute('**/api/ads');

    await page.context().setOffline(true);
    const offline = page.locator('[aria-live=polite]').getByText('You’re offline.');
    await expect(offline).toBeInViewport();
    await page.getByRole('button', { name: 'Post Ad' }).click();
    await expectToast(page, 'Error Posting Ad', 'We couldn’t reach the site.');
    await page.context().setOffline(false);
    await expect(offline).toHaveCount(0);
    await page.getByRole('button', { name: 'Post Ad' }).click();
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');
  });

  test('shows errors of the API at their fields, and focuses the first', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/post-ad');
    await fillIn(page);
    await mockPostResponse(page, 400, {
      message: 'No such street.',
      issues: [
        { path: 'address', message: 'No such street.' },
        { path: 'phone', message: 'No such number.' },
      ],
    });
    await submitListing(page);
    await expect(page.getByLabel('Street Address')).toHaveAccessibleDescription('No such street.');
    await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription('No such number.');
    await expect(page.getByLabel('Street Address')).toBeFocused();
    await expectToast(page, 'Error Posting Ad', 'No such street.');
    await page.unroute('**/api/ads');

    await page.getByLabel('Street Address').fill('18 Technology Drive West');
    await page.getByLabel('Phone Number').fill('(949) 555-0101');
    await page.getByLabel('City').fill('San Francisco');
    await page.getByLabel('ZIP Code').fill('94103');
    await submitListing(page);
    const message = ZIP_OUTSIDE_AREA_MESSAGE;
    await expect(page.getByLabel('ZIP Code')).toBeFocused();
    await expect(page.getByLabel('ZIP Code')).toHaveAccessibleDescription(message);
  });

  test('because the session has ended leads to signing in and back', { tag: LONG }, async ({ page }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    await open(page, '/post-ad');
    await fillIn(page, { title: 'Kayaks by the hour' });
    await page.context().clearCookies({ name: 'session' });
    await submitListing(page);
    await expect(page).toHaveURL('/auth?next=/post-ad');
    await expectToast(page, 'Sign in to post. We saved what you typed.', '');
    await submitSignInForm(page, owner);
    await expect(page).toHaveURL('/post-ad');
    await expect(page.getByLabel('Ad Title')).toHaveValue('Kayaks by the hour');
  });

  test('with a lost response creates one listing when it is retried', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/post-ad');
    await fillIn(page);
    await dropResponses(page);
    await submitListing(page);
    await expectToast(page, 'Error Posting Ad', 'We couldn’t reach the site.');
    await page.unroute('**/api/ads');
    await page.reload();
    await page.getByRole('button', { name: 'Post Ad' }).click();
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');
    expect(await getOwnerListings(page)).toHaveLength(1);
  });

  test('with an edited form that was already posted leads to the listing', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/post-ad');
    await fillIn(page, { title: 'Kayaks by the hour' });
    await dropResponses(page);
    await submitListing(page);
    await expectToast(page, 'Error Posting Ad', 'We couldn’t reach the site.');
    await page.unroute('**/api/ads');
    await page.getByLabel('Ad Title').fill('Kayaks by the day');
    await submitListing(page);
    const question = page.getByRole('dialog', { name: 'Error Posting Ad' });
    await expect(question).toContainText('You already posted this form, then changed it.');
    await expect(question.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account');
    await expectAccessible(page);
    expect(await getOwnerListings(page)).toMatchObject([{ title: 'Kayaks by the hour' }]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, tolerated: /status of 429/ });

  test('a toast does not cover the bar with the button, and stays in its place when the page is left', {
    tag: LONG,
  }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    // Another page, because the form would store its own draft when it is left.
    await open(page, '/quick-links');
    const form = {
      ...{ title: 'Kayaks by the hour', description: 'We come to your door with a gentle hand.', city: 'Irvine' },
      ...{ businessName: 'Salt & Paws', address: '18 Technology Drive', zipCode: '92614', phone: '9495550100' },
      ...{ email: 'hello@paws.example', categoryId: '3', locationId: '3' },
    };
    await page.evaluate((draft) => sessionStorage.setItem('adFormData', draft), JSON.stringify(form));
    await open(page, '/post-ad');
    await mockPostResponse(page, 429, { message: 'Too many attempts. Try again in 5 minutes.' });
    await page.getByRole('button', { name: 'Post Ad' }).tap();
    const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
    await expect(toast).toContainText('Error Posting Ad');
    const button = await page.getByRole('button', { name: 'Post Ad' }).boundingBox();
    const { y = 1e6, height = 0 } = (await toast.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(button?.y ?? 0);

    // It does not close meanwhile.
    await toast.hover();
    await page.getByRole('banner').getByRole('link').first().tap();
    await expect(page.getByRole('button', { name: 'Post Ad' })).toHaveCount(0);
    expect((await toast.boundingBox())?.y).toBe(y);
  });

  // One of docs/product.md, Journeys.
  test('a first listing takes at most 14 fields and 4 taps in its form and its account, and one more tap opens its page', async ({
    page,
  }) => {
    let [fields, taps] = [0, 0];
    const fill = async (label: string, text: string) => {
      fields += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    };
    const tap = async (target: Locator) => {
      taps += 1;
      await target.tap();
    };
    const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
    await open(page, '/');
    await page.getByRole('main').getByRole('link', { name: 'List My Business Free' }).tap();
    const title = uniqueTitle();
    await fill('Ad Title', title);
    await fill('Description', 'We come to your door with a warm bath and a gentle hand.');
    await fill('Business Name', 'Salt & Paws');
    await fill('Street Address', '18 Technology Drive');
    await fill('ZIP Code', '92614');
    await fill('Phone Number', '9495550100');
    const username = uniqueUsername();
    await fill('Email', `${username}@paws.example`);
    await fill('Category', 'groom');
    await tap(page.getByRole('listbox').getByRole('option').first());
    await expect(page.getByLabel('City')).toHaveValue('Irvine');
    await tap(button('Post Ad'));
    await expect(page).toHaveURL('/auth?next=/post-ad');
    // Who is not signed in and posts is new here more often than not.
    await expect(page.getByLabel('Confirm Password', { exact: true })).toBeVisible();
    await fill('Username', username);
    await fill('Password', 'surf-and-turf');
    await fill('Confirm Password', 'surf-and-turf');
    await tap(button('Create Account'));
    await tap(button('Post Ad'));
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');
    expect({ fields, taps }).toEqual({ fields: 11, taps: 4 });
    expect(await getOwnerListings(page)).toMatchObject([{ city: 'Irvine', status: 'active' }]);
    await tap(page.getByRole('main').getByRole('link', { name: title, exact: true }));
    await expect(page).toHaveURL(/\/ads\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(taps).toBe(5);
  });

  test('nothing overflows, and the button is visible everywhere in the form without hiding a focused field', {
    tag: LONG,
  }, async ({ page }) => {
    await open(page, '/post-ad');
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await fits();
    const button = page.getByRole('button', { name: 'Post Ad', exact: true });
    await expect(button).toBeInViewport();
    await button.tap();
    await fits();
    await expect(page.getByLabel('Ad Title')).toBeFocused();
    await expectAccessible(page);

    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      const field = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0);
      if (await button.evaluate((bar) => bar === document.activeElement)) break;
      expect(field).toBeLessThanOrEqual((await button.boundingBox())?.y ?? 0);
    }
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form is readable, but disabled', async ({ page }) => {
    await page.goto('/post-ad');
    await expect(page.getByLabel('Ad Title')).toBeDisabled();
    await expect(page.getByRole('switch', { name: 'Premium Listing' })).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Post Ad', exact: true })).toBeDisabled();
  });
});

/** Whether a button is after every specified field, and before every optional section. In the browser. */
const standsBetweenFieldsAndSections = (button: Element) => {
  const follows = (other: Element) => Boolean(other.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING);
  const form = button.closest('form');
  return (
    [...(form?.querySelectorAll('fieldset :is(input, select, textarea)') ?? [])].every(follows) &&
    ![...(form?.querySelectorAll('details') ?? [])].some(follows)
  );
};

const uniqueTitle = () => `Dog grooming ${crypto.randomUUID().slice(0, 13)}`;

/** Fills in the required fields. */
async function fillIn(page: Page, { title = uniqueTitle() } = {}) {
  await page.getByLabel('Ad Title').fill(title);
  await page.getByLabel('Description').fill('We come to your door with a warm bath and a gentle hand.');
  await page.getByLabel('Business Name').fill('Salt & Paws');
  await page.getByLabel('Street Address').fill('18 Technology Drive');
  await page.getByLabel('State').fill('CA');
  await page.getByLabel('ZIP Code').fill('92614');
  await page.getByLabel('Phone Number').fill('(949) 555-0100');
  await page.getByLabel('Email').fill('hello@paws.example');
  await choose(page.getByLabel('Category'), 'groom');
  await expect(page.getByLabel('City')).toHaveValue('Irvine');
  await expect(page.getByLabel('Primary Location')).toHaveValue('3');
}

/** Selects the first option that matches the typed text. */
async function choose(combobox: Locator, typed: string) {
  await combobox.fill(typed);
  await combobox.press('Enter');
  await expect(combobox).toHaveAttribute('aria-expanded', 'false');
}

/** Delays the response to a request until the returned function is called. */
async function delayResponse(page: Page, url: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Mocks the response to posting. */
async function mockPostResponse(page: Page, status: number, body: object) {
  await page.route('**/api/ads', (route) => route.fulfill({ status, json: body }));
}

/** Drops the response to posting after the server has processed it. */
async function dropResponses(page: Page) {
  await page.route('**/api/ads', async (route) => {
    await route.fetch();
    await route.abort();
  });
}

const getOwnerListings = (page: Page) => getJson<OwnerListing[]>(page, '/api/user/ads');

async function tabAndType(field: Locator, text: string) {
  await tabTo(field);
  if (text.startsWith(' ')) await field.press('End');
  await field.pressSequentially(text);
}

/** Presses Tab until the field or button has the focus. */
async function tabTo(target: Locator) {
  for (let stop = 0; stop < 8; stop += 1) {
    await target.page().keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('What was typed signed in is offered on another device, and nothing is lost there', async ({ page, browser }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  await open(page, '/post-ad');
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/user/posting-draft') && response.request().method() === 'PUT',
  );
  await page.getByLabel('Ad Title').fill('Kayaks by the hour');
  expect((await saved).status()).toBe(200);

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await signIn(phone, owner);
  await open(phone, '/post-ad');
  const offer = phone.getByRole('region', { name: 'Draft from another device' });
  await expect(offer).toContainText(/^You began “Kayaks by the hour” on another device on \w+ \d+, \d+\./);
  await expectAccessible(phone);
  await phone.getByLabel('Description').fill('Begun here before the offer was seen.');
  await offer.getByRole('button', { name: 'Continue it' }).click();
  await expect(phone.getByLabel('Ad Title')).toHaveValue('Kayaks by the hour');
  await expect(offer).toHaveCount(0);
  await phone.reload();
  await expect(phone.getByLabel('Ad Title')).toHaveValue('Kayaks by the hour');
  await expect(offer).toHaveCount(0);
  const savedAgain = phone.waitForResponse((response) => response.request().method() === 'PUT');
  await phone.getByLabel('Description').fill('What is typed later is no draft of another device.');
  expect((await savedAgain).status()).toBe(200);
  await phone.getByLabel('Business Name').fill('Kayak Cove');
  await expect(offer).toHaveCount(0);

  await phone.getByRole('button', { name: 'Start over' }).click();
  const deleted = phone.waitForResponse((response) => response.request().method() === 'DELETE');
  await phone.getByRole('button', { name: 'Clear form' }).click();
  expect((await deleted).status()).toBe(200);
  await phone.close();
});
