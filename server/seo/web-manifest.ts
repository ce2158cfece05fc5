import { LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { Site } from '#contract/site.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';

const ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** `/site.webmanifest` in each language: what the site is called and where it begins once it is installed (https://www.w3.org/TR/appmanifest/). */
export function webManifestRoutes(api: Api, { site }: { site: Pick<Site, 'name'> }) {
  for (const language of LANGUAGES)
    api.get(
      toLocalPath('/site.webmanifest', language),
      { config: { cacheable: true, language }, schema: { hide: true } },
      async (_request, reply) => {
        setSurrogateKeys(reply, [SETTINGS_KEY]);
        reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'public, max-age=86400');
        return JSON.stringify({
          lang: language,
          name: site.name,
          short_name: site.name,
          description: t('Local businesses of Southern California, by county, city and ZIP code.'),
          start_url: toLocalPath('/', language),
          // Links to other languages stay within the app.
          scope: '/',
          display: 'minimal-ui',
          background_color: '#fdfcf9',
          theme_color: '#0a5c73',
          icons: ICONS,
        });
      },
    );
}
