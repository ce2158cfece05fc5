/** How the server counts each metric (docs/product.md, Analytics). */
export const DEFINITIONS = {
  views:
    'Visitors who had your listing’s page in view, each once a day however often they came back. Bots, you and the administrator are left out. Lifetime is all of them since the listing was posted.',
  clickRate:
    'Visitors who opened your website, for every 100 who opened your listing’s page. Clicks on your card in lists count too, so it can be over 100%.',
  phone: 'Visitors who tapped your phone number, each once a day.',
  shares: 'Visitors who shared your listing’s page with its share buttons, each once a day.',
  daily: 'Visitors who opened your listing’s page, by day. A day begins and ends at midnight in Los Angeles.',
  locations:
    'The page of this site from which a visitor came to your listing: a city, ZIP code, county or location. Unknown came another way, by a search engine or a link. We never look up where somebody is.',
  hours: 'The views of all days shown, by the hour in Los Angeles at which they began.',
  devices: 'What each visitor’s browser says it runs on.',
  impressions:
    'Visitors on whose screen your card stood in a list, half of it for at least a second. Each counts once a day.',
  website: 'Visitors who opened your website, from your listing’s page or from your card in a list, each once a day.',
  map: 'Visitors who opened the map or the directions to you, each once a day.',
  time: 'How long your listing’s page was in view, on average, in minutes and seconds. A page in the background does not count, and nobody counts for longer than 30 minutes.',
  illustrative:
    'Illustrative: the same fixed example for every listing, and not measured. We do not know how old visitors are or what they like, and do not try to find out.',
};
