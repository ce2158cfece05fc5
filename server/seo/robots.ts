import { LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';

const ALLOWED_API = ['ads/', 'categor', 'cit', 'count', 'location', 'zip/'];
const DISALLOWED = ['/api/', '/account', '/admin', '/checkout', '/payment-success'];

/** Crawlers may fetch every page, and the API routes that pages read. */
export const renderRobotsTxt = (origin: string) => `User-agent: *
${ALLOWED_API.map((path) => `Allow: /api/${path}\n`).join('')}${LANGUAGES.flatMap((language) => DISALLOWED.map((path) => `Disallow: ${toLocalPath(path, language)}\n`)).join('')}
Sitemap: ${origin}/sitemap.xml
`;
