import { t } from '#contract/i18n/t.ts';
/** How the server counts each metric (docs/product.md, Analytics). */
export const DEFINITIONS = {
  views: t(
    'Visitors who viewed your listing page. Each counts once a day, no matter how often they come back. Bots, you and the administrator don’t count. Lifetime covers all views since you posted the listing.',
  ),
  clickRate: t(
    'Visitors who opened your website for every 100 who viewed your listing page. Clicks on your card in lists also count, so this can be over 100%.',
  ),
  phone: t('Visitors who tapped your phone number. Each counts once a day.'),
  shares: t('Visitors who used the share buttons on your listing page. Each counts once a day.'),
  daily: t('Visitors who viewed your listing page, by day. Days start at midnight Los Angeles time.'),
  locations: t(
    'The page on this site that a visitor came from: a city, ZIP code, county or location. Unknown means they came another way, such as a search engine or a link. We never look up where someone is.',
  ),
  hours: t('Views in this date range by the hour they started, Los Angeles time.'),
  devices: t('The operating system each visitor’s browser reports.'),
  messages: t(
    'Conversations that customers began with this listing, once we passed them on to you, and the page they came from.',
  ),
  impressions: t(
    'Visitors who saw at least half of your card in a list for one second or more. Each counts once a day.',
  ),
  website: t('Visitors who opened your website from your listing page or your card. Each counts once a day.'),
  map: t('Visitors who opened the map or directions. Each counts once a day.'),
  time: t(
    'The average time your listing page was on screen, in minutes and seconds. Time in the background doesn’t count, and each visit counts for 30 minutes at most.',
  ),
  languages: t('The language of the page that visitors read: this site is in English and Spanish.'),
  sources: t(
    'Visitors whom your card, badge or QR code led to your listing page, or a link in another program or an AI assistant, and the messages they sent. Unlike all other views, these say where they came from.',
  ),
  illustrative: t(
    'Illustrative: the same fixed example for every listing. We don’t know visitors’ ages or interests, and we don’t try to find out.',
  ),
};
