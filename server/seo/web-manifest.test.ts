import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi({ env: { SITE_NAME: 'Páginas Locales' } });
afterAll(api.close);

it.each([
  ['/site.webmanifest', 'en', '/', 'Local businesses of Southern California, by county, city and ZIP code.'],
  ['/es/site.webmanifest', 'es', '/es', 'Negocios locales del sur de California, por condado, ciudad y código postal.'],
])(
  '%s is in the language of the pages that link to it, and begins there',
  async (path, lang, start_url, description) => {
    const { headers, body } = await api.get(path);
    expect(headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'surrogate-key': 'settings',
    });
    const manifest = typeof body === 'string' ? JSON.parse(body) : body;
    expect(manifest).toMatchObject({ lang, start_url, description, name: 'Páginas Locales', scope: '/' });
    for (const { src } of manifest.icons)
      expect(existsSync(join(import.meta.dirname, '../../web/public', src)), src).toBe(true);
  },
);
