import { LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import type { Site } from '#contract/site.ts';
import type { Api } from '#server/platform/http/api.ts';
import type { OperatorSettings } from '#server/platform/settings/operator-settings.ts';

const schema = { hide: true };

/** The bots of each setting, by the names that their operators publish. */
const BOTS = {
  searchBots: ['Googlebot', 'Bingbot', 'DuckDuckBot', 'Applebot', 'YandexBot', 'Baiduspider', 'Qwantbot', 'Slurp'],
  assistantBots: [
    ...['OAI-SearchBot', 'ChatGPT-User', 'Claude-SearchBot', 'Claude-User', 'PerplexityBot', 'Perplexity-User'],
    ...['MistralAI-User', 'DuckAssistBot', 'meta-externalfetcher', 'Amzn-User'],
  ],
  trainingBots: [
    ...['GPTBot', 'ClaudeBot', 'Google-Extended', 'Applebot-Extended', 'CCBot', 'meta-externalagent', 'Bytespider'],
    ...['Amazonbot', 'cohere-training-data-crawler', 'AI2Bot'],
  ],
} as const;

const ALLOWED_API = ['ads/', 'brands/', 'categor', 'cit', 'count', 'location', 'texts/', 'zip/'];
const DISALLOWED = ['/api/', '/account', '/admin', '/checkout', '/payment-success'];

/** `/robots.txt`, by the settings for each kind of bot, and `/llms.txt` (https://llmstxt.org), which leads assistants to what is made for programs. */
export function botRoutes(
  api: Api,
  { settings, site }: { settings: Pick<OperatorSettings, 'values'>['values']; site: Pick<Site, 'name' | 'origin'> },
) {
  api.get('/robots.txt', { schema }, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return renderRobotsTxt(site.origin, settings);
  });

  api.get('/llms.txt', { schema }, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return renderLlmsTxt(site);
  });
}

/** Crawlers may fetch every page, and the API routes that pages read; those of a setting that is off nothing. */
function renderRobotsTxt(origin: string, settings: Record<keyof typeof BOTS, boolean>) {
  const kinds = Object.keys(BOTS) as (keyof typeof BOTS)[];
  const refused = kinds.flatMap((kind) => (settings[kind] ? [] : BOTS[kind]));
  return [
    'User-agent: *',
    ...ALLOWED_API.map((path) => `Allow: /api/${path}`),
    ...LANGUAGES.flatMap((language) => DISALLOWED.map((path) => `Disallow: ${toLocalPath(path, language)}`)),
    ...(refused.length > 0 ? ['', ...refused.map((bot) => `User-agent: ${bot}`), 'Disallow: /'] : []),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

const renderLlmsTxt = ({ name, origin }: Pick<Site, 'name' | 'origin'>) => `# ${name}

> Local businesses in eight counties of Southern California. Each page of a business says where its facts are from, and how old they are.

- [Search](${origin}/search): by words, place, language, license and opening hours
- [Categories](${origin}/categories) and [sitemap](${origin}/sitemap.xml)
- [API](${origin}/api/docs): the same data as JSON; it begins with a guide
- [MCP server](${origin}/mcp): search and read businesses as an assistant, described at ${origin}/.well-known/mcp.json
`;
