import { zodResolver } from '@hookform/resolvers/zod';
import { describe, expect, test } from 'vitest';
import {
  accountDeletionSchema,
  emailChangeSchema,
  loginSchema,
  passwordChangeSchema,
  registrationSchema,
} from '#contract/accounts.ts';
import { ApiError } from '#web/base/api/api.ts';
import { getQueryParams, render } from '#web/site/entry-server.tsx';

const site = {
  name: 'SoCal Local',
  origin: 'https://local.example',
  operator: 'Example Broadband',
  postalAddress: '',
  supportEmail: 'help@local.example',
  profiles: {},
  measurementId: null,
  adsClientId: null,
  mapTiles: '/map-tiles/1.pmtiles',
  signUps: 'open' as const,
  newListings: 'live' as const,
  payments: 'simulated' as const,
};

/** The HTML of an account page, which reads nothing from the API. */
async function renderPage(url: string): Promise<string> {
  const { status, html } = await render(url, {
    site,
    read: (path) => Promise.reject(new ApiError(500, `${path} was read`)),
    getAssets: () => ({ scripts: [], styles: [], fonts: [], preloads: [] }),
  });
  expect(status).toBe(200);
  return html;
}

/** The labels of a page's inputs with their `autocomplete` values. */
function getFields(html: string): Record<string, string | undefined> {
  const labels = [...html.matchAll(/<label for="([^"]+)"[^>]*>([^<]+)<\/label>/g)];
  return Object.fromEntries(
    labels.map(([, id, label]) => {
      const input = html.match(new RegExp(`<input[^>]*id="${id}"[^>]*>`))?.[0];
      return [label, input?.match(/autoComplete="([^"]+)"/i)?.[1]];
    }),
  );
}

describe('The pages of accounts', () => {
  test('ask for the username and the password to sign in', async () => {
    const html = await renderPage('/auth');
    expect(getFields(html)).toEqual({ Username: 'username', Password: 'current-password' });
    expect(html).toMatch(/<input[^>]* type="password"/);
    expect(html).toContain('aria-label="Show password"');
    expect(html).toContain('href="/auth/reset"');
  });

  test('have five fields to create an account', async () => {
    expect(getFields(await renderPage('/auth?register=true'))).toEqual({
      'Business Name': 'organization',
      Email: 'email',
      Username: 'username',
      Password: 'new-password',
      'Confirm Password': 'new-password',
    });
  });

  test('never put form values into the URL, even before hydration', async () => {
    for (const url of ['/auth', '/auth?register=true']) {
      expect(await renderPage(url), url).toMatch(/<form[^>]*method="post"/);
      expect(await renderPage(url), url).toMatch(/<button[^>]*type="submit"[^>]*disabled=""/);
    }
  });

  test('that a link opens do not read its token on the server, and need JavaScript, as they say', async () => {
    const paths = ['/auth/reset', '/auth/confirm', '/account/claim', '/join', '/still-right', '/renew', '/unsubscribe'];
    for (const path of [...paths, '/conversations/1', '/quotes/1', '/receipt-codes/1']) {
      expect(getQueryParams(path), path).not.toContain('token');
      const note = (await renderPage(path)).match(/<noscript>(.*?)<\/noscript>/)?.[1];
      expect(note, path).toContain('You need JavaScript to open a link from our emails.');
    }
  });

  test('offer to sign in or to register, also without JavaScript', async () => {
    const offer = (await renderPage('/account')).match(/<noscript>(.*?)<\/noscript>/)?.[1];
    expect(offer).toContain('Sign in Required');
    expect(offer).toMatch(/<a href="\/auth"[^>]*>Sign In/);
    expect(offer).toMatch(/<a href="\/auth\?register=true"[^>]*>Create Account/);
  });

  test('are not indexed', async () => {
    for (const url of ['/auth', '/auth/reset', '/auth/confirm', '/account']) {
      expect(await renderPage(url), url).toContain('<meta name="robots" content="noindex"/>');
    }
  });
});

describe('A form shows an error at each invalid field', () => {
  const registration = {
    businessName: 'Harbor Bakery',
    email: 'ann@example.com',
    username: 'ann',
    password: 'secret1',
    confirmPassword: 'secret1',
  };

  test.each([
    [
      'sign-in, empty',
      loginSchema,
      { username: '', password: '' },
      {
        username: 'Username must be at least 3 characters',
        password: 'Password must be at least 6 characters',
      },
    ],
    [
      'registration, empty',
      registrationSchema,
      { businessName: '', email: '', username: '', password: '', confirmPassword: '' },
      {
        businessName: 'Business name must be at least 3 characters',
        email: 'Please enter a valid email address',
        username: 'Username must be at least 3 characters',
        password: 'Password must be at least 6 characters',
        confirmPassword: 'Password must be at least 6 characters',
      },
    ],
    [
      'registration with two passwords',
      registrationSchema,
      { ...registration, confirmPassword: 'secret2' },
      {
        confirmPassword: 'Passwords do not match',
      },
    ],
    [
      'registration with two passwords and another fault',
      registrationSchema,
      { ...registration, email: 'ann', confirmPassword: 'secret2' },
      {
        email: 'Please enter a valid email address',
        confirmPassword: 'Passwords do not match',
      },
    ],
    ['registration as it should be', registrationSchema, registration, {}],
    [
      'change of the password',
      passwordChangeSchema,
      { currentPassword: '', newPassword: 'short' },
      {
        currentPassword: 'Enter your password',
        newPassword: 'Password must be at least 6 characters',
      },
    ],
    [
      'change of the email',
      emailChangeSchema,
      { email: 'ann@', password: '' },
      {
        email: 'Please enter a valid email address',
        password: 'Enter your password',
      },
    ],
    ['deletion', accountDeletionSchema, { password: '' }, { password: 'Enter your password' }],
  ])('%s', async (_form, schema, values, messages) => {
    const { errors } = await zodResolver(schema)(values as never, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    const entries = Object.entries(errors as Record<string, { message: string }>);
    expect(Object.fromEntries(entries.map(([field, { message }]) => [field, message]))).toEqual(messages);
  });
});
