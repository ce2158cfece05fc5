import type { Page, Route } from '@playwright/test';
import sharp from 'sharp';
import { expect, expectAccessible, LONG } from '#tests/browser/support/fixtures.ts';
import { test } from '#tests/browser/support/kit.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

// In one worker, which starts one server.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ page }) => {
  await page.route('**/icons.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }));
  await page.route('**/api/categories', (route) => route.fulfill({ json: { items: [] } }));
  await page.route('**/api/cities', (route) => route.fulfill({ json: CITIES }));
  await open(page);
});

const CITIES = ['La Cañada Flintridge', 'Laguna Beach', 'Long Beach'].map((name, id) => ({
  name,
  slug: `place-${id}`,
  county: id === 1 ? 'orange-county' : 'los-angeles-county',
  count: 0,
}));

async function open(page: Page, query = '') {
  await page.goto(`/tests/browser/kit/form.html${query}`);
  await page.getByRole('heading', { name: 'Parts of a form' }).waitFor();
}

/** The options of the open list. */
const options = (page: Page) => page.getByRole('listbox').getByRole('option');

/** Fills in the other required fields, and submits the form. */
async function send(page: Page) {
  const fill = async (label: string, text: string) => {
    if (!(await page.getByLabel(label).inputValue())) await page.getByLabel(label).fill(text);
  };
  await fill('Ad Title', 'Fresh bread every day');
  await fill('Description', 'Bread, cakes and coffee by the harbor.');
  await fill('Category', 'mexican');
  await page.keyboard.press('Tab');
  await fill('City', 'Irvine');
  await fill('Phone Number', '9495550100');
  await page.getByRole('button', { name: 'Post Free Ad' }).click();
}

/** Submits the form, and returns its values. */
async function sendAndRead(page: Page) {
  await send(page);
  return JSON.parse((await page.getByRole('status').filter({ hasText: '{' }).textContent()) ?? '');
}

test.describe('A combobox', () => {
  test('is searched, selected and changed by keyboard', { tag: LONG }, async ({ page }) => {
    const category = page.getByRole('combobox', { name: 'Category' });
    await page.getByLabel('Description').focus();
    await page.keyboard.press('Tab');
    await expect(category).toBeFocused();
    await expect(category).toHaveAttribute('aria-expanded', 'false');

    await page.keyboard.type('plumb');
    await expect(options(page)).toHaveText(['Plumbers']);
    await expect(category).toHaveAccessibleDescription('Type to search.');
    await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(category).toHaveValue('Plumbers');
    await expect(options(page)).toHaveCount(0);

    // It opens at the selected option, with all options.
    await page.keyboard.press('ArrowDown');
    const active = async () => page.locator(`[id="${await category.getAttribute('aria-activedescendant')}"]`);
    await expect(await active()).toHaveText('Plumbers');
    await expect(await active()).toHaveAttribute('aria-selected', 'true');
    for (const [key, label] of [
      ['ArrowUp', 'Electricians'],
      ['Home', 'Restaurants'],
      ['ArrowUp', 'Churches'],
      ['ArrowDown', 'Restaurants'],
      ['PageDown', 'Electricians'],
      ['PageUp', 'Restaurants'],
      ['End', 'Churches'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(await active(), key).toHaveText(label);
    }
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(category).toHaveValue('Religious & Community Organizations');
    expect((await sendAndRead(page)).categoryId).toBe('3');
  });

  test('matches words without accents and groups, has a message without matches, and does not submit typed text', {
    tag: LONG,
  }, async ({ page }) => {
    const category = page.getByLabel('Category');
    await category.fill('CAFE');
    await expect(options(page)).toHaveText(['Cafés & Coffee']);
    await category.fill('home');
    await expect(options(page)).toHaveText(['Home Services', 'Electricians', 'Plumbers', 'Roofing']);
    await expect(page.getByRole('group', { name: 'Home Services' })).toBeVisible();

    await category.fill('zzz');
    await expect(page.getByText('No matches').last()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Title must be at least 5 characters')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(category).toHaveValue('');
  });

  test('selects the active option with Tab, keeps its value on Escape and blur, and clears it when it is emptied', {
    tag: LONG,
  }, async ({ page }) => {
    const category = page.getByLabel('Category');
    await category.fill('roof');
    await page.keyboard.press('Tab');
    await expect(category).toHaveValue('Roofing');
    await expect(page.getByLabel('City')).toBeFocused();
    await category.focus();
    await page.keyboard.type('mex');
    await page.keyboard.press('Escape');
    await expect(category).toHaveValue('Roofing');
    await category.fill('mex');
    await page.getByLabel('City').focus();
    await expect(category).toHaveValue('Roofing');
    await category.fill('');
    await page.getByLabel('City').focus();
    await expect(page.getByText('Category is required')).toBeVisible();
    await expect(category).toHaveAttribute('aria-invalid', 'true');
  });

  test('is opened, selected from and cleared by pointer, and focused if it is missing', { tag: LONG }, async ({
    page,
  }) => {
    const category = page.getByLabel('Category');
    await category.click();
    await page.getByRole('option', { name: 'Mexican' }).click();
    await expect(category).toHaveValue('Mexican');
    await expect(category).toBeFocused();
    await page.getByRole('button', { name: 'Show options' }).click();
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText('Mexican');
    await page.getByRole('button', { name: 'Show options' }).click();
    await expect(options(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(category).toHaveValue('');

    await page.getByLabel('Ad Title').fill('Fresh bread every day');
    await page.getByLabel('Description').fill('Bread, cakes and coffee by the harbor.');
    await page.getByRole('button', { name: 'Post Free Ad' }).click();
    await expect(category).toBeFocused();
    await expect(category).toHaveAccessibleDescription('Category is required');
  });
});

test.describe('An input with suggestions', () => {
  test('requests them on focus, selects one by keyboard, and accepts any other text', { tag: LONG }, async ({
    page,
  }) => {
    const requested = page.waitForRequest('**/api/cities');
    await page.getByLabel('City').focus();
    await requested;
    await page.keyboard.type('la ca');
    await expect(options(page)).toHaveText(['La Cañada FlintridgeLos Angeles County']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('City')).toHaveValue('La Cañada Flintridge');
    await expect(options(page)).toHaveCount(0);

    await page.getByLabel('City').fill('beach');
    await expect(options(page)).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(options(page)).toHaveCount(0);
    expect((await sendAndRead(page)).city).toBe('beach');
  });

  test('is a plain input without suggestions', { tag: LONG }, async ({ page }) => {
    await page.route('**/api/cities', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
    await page.getByLabel('City').fill('Irvine');
    expect((await sendAndRead(page)).city).toBe('Irvine');
  });
});

test.describe('Typed text', () => {
  test('is formatted as a phone number, also in the middle, and deletion skips its punctuation', { tag: LONG }, async ({
    page,
  }) => {
    const phone = page.getByLabel('Phone Number');
    await phone.pressSequentially('9495550100');
    await expect(phone).toHaveValue('(949) 555-0100');
    await phone.press('Home');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('8');
    await expect(phone).toHaveValue('(948) 555-0100');
    await page.keyboard.press('Delete');
    await expect(phone).toHaveValue('(948) 550-100');
    for (let i = 0; i < 3; i++) await page.keyboard.press('Backspace');
    await page.keyboard.type('310');
    await expect(phone).toHaveValue('(310) 550-100');
    await phone.press('End');
    for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace');
    await expect(phone).toHaveValue('(310) ');
    await page.keyboard.press('Backspace');
    await expect(phone).toHaveValue('(31');
  });

  test('is counted with an announcement, and completed to a URL on blur and when Enter submits it', {
    tag: LONG,
  }, async ({ page }) => {
    const title = page.getByLabel('Ad Title');
    await title.fill('Fresh bread');
    await expect(page.getByText('11 of 100')).toBeVisible();
    await expect(title).toHaveAccessibleDescription('What you do. 11 of 100 characters');
    const announcement = page.getByRole('status').filter({ hasText: 'character' });
    await expect(announcement).toHaveCount(0);
    await title.fill('x'.repeat(99));
    await expect(announcement).toHaveText('1 character left');
    await title.fill('x'.repeat(103));
    await expect(announcement).toHaveText('3 characters over the limit');
    await title.fill('Fresh bread every day');

    const website = page.getByLabel('Website');
    await website.fill('example.com/menu');
    await page.keyboard.press('Tab');
    await expect(website).toHaveValue('https://example.com/menu');
    await sendAndRead(page);
    await website.fill('bakery.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('"website":"https://bakery.example"')).toBeVisible();
  });
});

test.describe('Opening hours', () => {
  test('are set by keyboard, copied to weekdays, and may end after midnight', { tag: LONG }, async ({ page }) => {
    const monday = page.getByLabel('Monday', { exact: true });
    await monday.focus();
    await page.keyboard.type('Op');
    await expect(monday).toHaveValue('open');
    await page.getByRole('button', { name: 'Add hours' }).press('Enter');
    await expect(page.getByLabel('Monday, second time, opens')).toBeFocused();
    await expect(page.getByLabel('Monday, second time, opens')).toHaveValue('18:00');
    await page.getByLabel('Monday, second time, closes').fill('02:00');
    await expect(page.getByLabel('Monday, second time, closes')).toHaveAccessibleDescription(
      'Closes at 2:00 AM the next day',
    );
    await page.getByRole('button', { name: 'Copy Monday to…' }).press('Enter');
    await page.getByRole('button', { name: 'All weekdays' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Copy Monday to…' })).toBeFocused();
    await page.getByLabel('Saturday', { exact: true }).selectOption('Open 24 hours');
    await page.getByLabel('Sunday', { exact: true }).selectOption('Closed');

    const spans = [
      { opens: '09:00', closes: '17:00' },
      { opens: '18:00', closes: '02:00' },
    ];
    const [thursday, friday] = [spans, spans];
    expect((await sendAndRead(page)).hours).toEqual({
      ...{ monday: spans, tuesday: spans, wednesday: spans, thursday, friday },
      ...{ saturday: 'all-day', sunday: 'closed' },
    });
  });

  test('of holidays are set with one tap, and of other dates once or every year', { tag: LONG }, async ({ page }) => {
    await page.clock.setFixedTime('2026-11-23T12:00:00-08:00');
    const special = page.getByRole('group', { name: /^Special hours/ });
    await special.getByRole('button', { name: 'Thanksgiving Day', exact: true }).click();
    await expect(special.getByRole('button', { name: 'Thanksgiving Day', exact: true })).toHaveCount(0);
    await expect(special.getByLabel('Hours on Thanksgiving Day, every year')).toHaveValue('closed');
    await expect(page.getByRole('status').filter({ hasText: 'Thanksgiving Day added' })).toHaveCount(1);
    await special.getByRole('button', { name: 'Christmas Eve' }).press('Enter');
    await special.getByLabel('Hours on Christmas Eve, every year').selectOption('Open');
    await special.getByLabel('Christmas Eve, every year closes').fill('12:00');

    await special.getByRole('button', { name: 'Add another date' }).press('Enter');
    const date = special.getByLabel('Date 3', { exact: true });
    await expect(date).toBeFocused();
    await page.getByRole('button', { name: 'Post Free Ad' }).click();
    await expect(date).toHaveAccessibleDescription('Choose a date');
    await expect(date).toHaveAttribute('aria-invalid', 'true');
    await date.fill('2026-11-26');
    await page.getByLabel('Note about holidays').focus();
    await expect(date).toHaveAccessibleDescription('This day is already listed above');
    await date.fill('2027-08-01');
    await special.getByRole('checkbox', { name: 'Every year' }).check();
    await expect(date).toHaveValue('2027-08-01');
    expect((await sendAndRead(page)).specialHours).toEqual([
      { on: 'thanksgiving', hours: 'closed' },
      { on: '12-24', hours: [{ opens: '09:00', closes: '12:00' }] },
      { on: '08-01', hours: 'closed' },
    ]);

    await special.getByRole('button', { name: 'Remove Thanksgiving Day, every year' }).press('Enter');
    await special.getByRole('checkbox', { name: 'Every year' }).uncheck();
    await expectAccessible(page);
    expect((await sendAndRead(page)).specialHours).toEqual([
      { on: '12-24', hours: [{ opens: '09:00', closes: '12:00' }] },
      { on: '2027-08-01', hours: 'closed' },
    ]);
  });

  test('are empty if all are removed, and a switch beside them is toggled by the space bar', { tag: LONG }, async ({
    page,
  }) => {
    const premium = page.getByRole('switch', { name: 'Premium Listing' });
    await expect(premium).toHaveAccessibleDescription('Featured for 30 days.');
    await premium.focus();
    await page.keyboard.press('Space');
    await expect(premium).toBeChecked();

    await page.getByLabel('Monday', { exact: true }).selectOption('Open');
    await page.getByRole('button', { name: 'Remove these hours of Monday' }).press('Enter');
    await expect(page.getByLabel('Monday', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Monday', { exact: true })).toHaveValue('');
    expect(await sendAndRead(page)).toMatchObject({ hours: null, premium: true });
  });

  test('have an error at the invalid time when the day loses the focus, and focus a missing time', {
    tag: LONG,
  }, async ({ page }) => {
    await page.getByLabel('Tuesday', { exact: true }).selectOption('Open');
    await page.getByLabel('Tuesday closes').fill('09:00');
    await expect(page.getByText('Opening and closing times are the same')).toHaveCount(0);
    await page.getByLabel('Note about holidays').focus();
    await expect(page.getByLabel('Tuesday closes')).toHaveAccessibleDescription(
      'Opening and closing times are the same',
    );
    await expect(page.getByLabel('Tuesday opens')).not.toHaveAttribute('aria-invalid');
    await page.getByLabel('Tuesday closes').fill('17:00');
    await expect(page.getByText('Opening and closing times are the same')).toHaveCount(0);

    await page.getByRole('button', { name: 'Add hours' }).click();
    await page.getByLabel('Tuesday, second time, opens').fill('16:00');
    await page.getByLabel('Note about holidays').focus();
    await expect(page.getByLabel('Tuesday', { exact: true })).toHaveAccessibleDescription('These times overlap');
    await page.getByLabel('Tuesday', { exact: true }).selectOption('Closed');

    await page.getByLabel('Friday', { exact: true }).selectOption('Open');
    await page.getByLabel('Friday closes').fill('');
    await send(page);
    await expect(page.getByLabel('Friday closes')).toBeFocused();
    await expect(page.getByLabel('Friday closes')).toHaveAccessibleDescription('Enter a time');
  });
});

test.describe('Tags', () => {
  const words = (page: Page) => page.getByRole('button', { name: /^Remove (?!these)/ });

  test('are added by Enter, comma, suggestion and blur, and removed by keyboard, which keeps the focus in the list', {
    tag: LONG,
  }, async ({ page }) => {
    const languages = page.getByRole('combobox', { name: 'Languages' });
    await languages.fill('Spanish, Tagalog, Korean,');
    await expect(words(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove Spanish' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Remove Tagalog' })).toBeFocused();
    await languages.press('Backspace');
    await expect(words(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove Tagalog' }).press('Enter');
    await expect(languages).toBeFocused();
    await expect(words(page)).toHaveCount(0);

    await page.keyboard.type('Spanish');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Quechua,spanish,');
    await page.keyboard.type('manda');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Farsi');
    await page.keyboard.press('Tab');
    await expect(languages).toHaveValue('');
    await languages.fill('Thai');
    expect((await sendAndRead(page)).languages).toEqual(['Spanish', 'Quechua', 'Chinese (Mandarin)', 'Farsi', 'Thai']);
  });
});

test.describe('Social links', () => {
  test('are added by selecting a platform, accept a username, and have an error at an invalid URL', {
    tag: LONG,
  }, async ({ page }) => {
    await page.getByLabel('Add a social link').selectOption('Instagram');
    await expect(page.getByLabel('Instagram', { exact: true })).toBeFocused();
    await page.keyboard.type('@harborbakery');
    await page.getByLabel('Add a social link').selectOption('Yelp');
    await page.keyboard.type('yelp.com/biz/harbor-bakery');
    await page.getByLabel('Add a social link').selectOption('X');
    await page.getByRole('button', { name: 'Remove X' }).press('Enter');
    await expect(page.getByLabel('Add a social link')).toBeFocused();
    await page.getByLabel('Add a social link').selectOption('LinkedIn');
    await page.keyboard.type('our page');
    await page.getByLabel('Add a social link').focus();
    await expect(page.getByLabel('LinkedIn', { exact: true })).toHaveAccessibleDescription('Invalid address');
    await page.getByRole('button', { name: 'Remove LinkedIn' }).press('Enter');
    expect((await sendAndRead(page)).socialMedia).toEqual({
      instagram: 'https://www.instagram.com/harborbakery',
      yelp: 'https://yelp.com/biz/harbor-bakery',
    });
  });
});

test.describe('Pictures', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const file = (name: string, mimeType = 'image/png', buffer = PNG) => ({ name, mimeType, buffer });
  const images = (page: Page) => page.getByRole('region', { name: 'Photos' });
  const choose = async (page: Page, button: string, files: ReturnType<typeof file>[]) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: button }).press('Enter');
    await (await chooser).setFiles(files);
  };

  /** Mocks uploads with picture ids from 1; returns the requests to the API. */
  async function mockUploads(page: Page, respond = async (_upload: Route, _id: number) => false) {
    const requests: string[] = [];
    let last = 0;
    await page.route('**/photos/*.webp', (route) => route.fulfill({ contentType: 'image/png', body: PNG }));
    await page.route('**/api/photos**', async (route) => {
      const id = ++last;
      requests.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
      if (await respond(route, id)) return;
      const picture = { id, src: `/photos/${id}.webp`, srcSet: `/photos/${id}.webp 1w`, width: 1, height: 1, alt: '' };
      await route.fulfill({ status: 201, json: picture });
    });
    return requests;
  }

  test('are uploaded when selected, described, ordered by keyboard, and submitted with the form', {
    tag: LONG,
  }, async ({ page }) => {
    await mockUploads(page);
    await choose(page, 'Choose a logo', [file('logo.png')]);
    const logo = page.getByRole('group', { name: 'Logo', exact: true });
    await logo.getByLabel('Describe this photo').fill('A loaf of bread');
    await expect(images(page).getByText('Three more')).toBeVisible();
    await choose(page, 'Choose photos', [file('shop.png')]);
    await expect(images(page).getByText('Two more')).toBeVisible();
    await choose(page, 'Choose photos', [file('oven.png')]);
    await page.getByRole('group', { name: 'Photo 2' }).getByLabel('Describe this photo').fill('Our oven');
    await page.getByRole('button', { name: 'Move Photo 2 left' }).press('Enter');
    // At the end of the list the button keeps the focus.
    await expect(page.getByRole('button', { name: 'Move Photo 1 right' })).toBeFocused();
    await expect(page.getByRole('img', { name: 'Our oven' })).toBeVisible();

    const { logo: sentLogo, photos } = await sendAndRead(page);
    expect(sentLogo).toEqual({ id: 1, alt: 'A loaf of bread' });
    expect(photos).toEqual([
      { id: 3, alt: 'Our oven' },
      { id: 2, alt: '' },
    ]);
  });

  test('have previews and progress, block the form until they are uploaded, and keep their order', {
    tag: LONG,
  }, async ({ page }) => {
    let answerFirst: () => void = () => {};
    const first = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    await mockUploads(page, async (_route, id) => {
      if (id === 1) await first;
      return false;
    });
    await choose(page, 'Choose photos', [file('first.png')]);
    await choose(page, 'Choose photos', [file('second.png')]);
    await expect(page.getByRole('progressbar', { name: 'Uploading first.png' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Photo 1' }).getByRole('button', { name: 'Remove' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Wait for the pictures' })).toBeVisible();
    answerFirst();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    expect((await sendAndRead(page)).photos.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
  });

  test('are deleted from the site when they are removed', { tag: LONG }, async ({ page }) => {
    const requests = await mockUploads(page);
    await choose(page, 'Choose a logo', [file('wrong.png')]);
    await page.getByRole('button', { name: 'Remove Logo' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Choose a logo' })).toBeFocused();
    await expect.poll(() => requests).toEqual(['POST /api/photos', 'DELETE /api/photos/1']);
    expect((await sendAndRead(page)).logo).toBeNull();
  });

  test('that are refused have an error, and can be retried', { tag: LONG }, async ({ page }) => {
    const busy = 'Too many files are uploading right now. Please try again in a moment.';
    await mockUploads(page, async (route, id) => {
      if (id > 1) return false;
      await route.fulfill({ status: 503, json: { message: busy } });
      return true;
    });
    await choose(page, 'Choose photos', [file('shop.png')]);
    await expect(page.getByRole('alert').filter({ hasText: busy })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('group', { name: 'Photo 1' })).toBeVisible();
    await expect(page.getByText(busy)).toHaveCount(0);
  });

  test('of other formats or beyond the maximum are not uploaded', { tag: LONG }, async ({ page }) => {
    const requests = await mockUploads(page);
    await choose(page, 'Choose photos', [
      file('scan.pdf', 'application/pdf'),
      ...['1.png', '2.png', '3.png', '4.png'].map((name) => file(name)),
    ]);
    await expect(images(page).getByRole('alert')).toHaveText(
      /scan\.pdf: We couldn’t read this file\..*4\.png: You can add up to 3 photos\./,
    );
    await expect(page.getByRole('group', { name: /^Photo / })).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Choose photos' })).toHaveCount(0);
    expect(requests).toHaveLength(3);
  });

  test('of 50 megapixels are made smaller first, upright', { tag: LONG }, async ({ page }) => {
    // As a phone stores it: on its side, with a note that says so. Red is on the left, where the top will be.
    const red = { create: { width: 4330, height: 5774, channels: 3, background: '#c00' } } as const;
    const photo = await sharp({ create: { width: 8660, height: 5774, channels: 3, background: '#00c' } })
      .composite([{ input: await sharp(red).png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const uploads: Buffer[] = [];
    await mockUploads(page, async (route) => {
      const body = route.request().postDataBuffer() ?? Buffer.alloc(0);
      uploads.push(body.subarray(body.indexOf(Buffer.from([0xff, 0xd8]))));
      return false;
    });
    await choose(page, 'Choose photos', [file('phone.jpg', 'image/jpeg', photo)]);
    await expect(page.getByRole('group', { name: 'Photo 1' })).toBeVisible({ timeout: scaleTimeout(30_000) });
    const { data, info } = await sharp(uploads[0]).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([2731, 4096]);
    const colorAt = (y: number) => [...data.subarray((y * info.width + 1000) * 3, (y * info.width + 1000) * 3 + 3)];
    expect(colorAt(500)[0]).toBeGreaterThan(150);
    expect(colorAt(3500)[2]).toBeGreaterThan(150);
    await choose(page, 'Choose photos', [file('small.png')]);
    await expect(page.getByRole('group', { name: 'Photo 2' })).toBeVisible();
    expect(uploads).toHaveLength(2);
  });

  test('that fail free their place and say why', { tag: LONG }, async ({ page }) => {
    const requests = await mockUploads(page, async (route, id) => {
      if (id === 1) await route.fulfill({ status: 503, json: { message: 'Please try again in a moment.' } });
      return id === 1;
    });
    await choose(page, 'Choose photos', [file('busy.png')]);
    await expect(page.getByRole('group', { name: 'busy.png' }).getByRole('alert')).toHaveText(/try again in a moment/);
    await choose(page, 'Choose photos', [
      file('phone.heic', 'image/heic', Buffer.from('no picture')),
      file('huge.png', 'image/png', Buffer.alloc(10 * 1024 * 1024 + 1)),
    ]);
    await expect(page.getByRole('group', { name: 'phone.heic' }).getByRole('alert')).toHaveText(
      /can’t read HEIC photos/,
    );
    await expect(page.getByRole('group', { name: 'huge.png' }).getByRole('alert')).toHaveText(/larger than 10 MB/);
    expect(requests).toHaveLength(1);
    await choose(page, 'Choose photos', [file('1.png'), file('2.png'), file('3.png')]);
    await expect(page.getByRole('group', { name: /^Photo / })).toHaveCount(3);
    await page.getByRole('group', { name: 'busy.png' }).getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('group', { name: 'busy.png' }).getByRole('alert')).toHaveText(
      'You can add up to 3 photos.',
    );
    await page.getByRole('button', { name: 'Remove Photo 1' }).click();
    await page.getByRole('group', { name: 'busy.png' }).getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('group', { name: /^Photo / })).toHaveCount(3);
  });

  test('can be dropped, and their upload can be canceled', { tag: LONG }, async ({ page }) => {
    const abandoned = page.waitForEvent('requestfailed');
    await mockUploads(page, async () => true);
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['not yet'], 'dropped.png', { type: 'image/png' }));
      return transfer;
    });
    await images(page).getByText('or drop them here').dispatchEvent('drop', { dataTransfer: data });
    await page.getByRole('group', { name: 'dropped.png' }).getByRole('button', { name: 'Cancel' }).click();
    expect((await abandoned).url()).toContain('/api/photos');
    await expect(page.getByRole('group', { name: 'dropped.png' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose photos' })).toBeFocused();
  });

  test('require an account, and say at which level they show', { tag: LONG }, async ({ page }) => {
    await open(page, '?signed-out');
    await expect(page.getByText('Sign in to add photos. We’ll save what you typed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose a logo' })).toHaveCount(0);
    await open(page, '?free');
    await expect(page.getByText('Premium listings show a logo and up to 3 photos. Add yours now')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose a logo' })).toBeVisible();
  });

  test('being uploaded are accessible in both themes at the width of a phone', { tag: LONG }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await mockUploads(page, async (route, id) => {
      if (id === 3) await route.fulfill({ status: 400, json: { message: 'This is no picture.' } });
      return id > 1;
    });
    await choose(page, 'Choose a logo', [file('logo.png')]);
    await choose(page, 'Choose photos', [file('a-name-that-is-longer-than-any-phone-is-wide.png')]);
    await choose(page, 'Choose photos', [file('broken.png')]);
    await page.getByText('This is no picture.').waitFor();
    await page.getByLabel('Monday', { exact: true }).selectOption('Open');
    await page.getByLabel('Monday closes').fill('09:00');
    await page.getByRole('button', { name: 'Copy Monday to…' }).click();
    await page.getByLabel('Add a social link').selectOption('Facebook');
    await page.getByLabel('Languages').fill('Spanish,');
    await page.getByRole('button', { name: 'Wait for the pictures' }).click();
    await page.getByLabel('Category').click();
    await expect(options(page).first()).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const small = await page
      .locator('button, input:not([role=switch]), select, [role=option]')
      .evaluateAll((targets) =>
        targets
          .map((target) => ({ html: target.outerHTML, ...target.getBoundingClientRect().toJSON() }))
          .filter(({ width, height }) => height > 0 && (height < 44 || width < 44)),
      );
    expect(small).toEqual([]);
  });
});
