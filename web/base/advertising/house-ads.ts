import type { AdSlotName } from '#contract/advertising/ad-slots.ts';
import { t } from '#contract/i18n/t.ts';

/** An advertisement of the site itself, for slots that no third party has filled. */
interface HouseAd {
  href: string;
  title: string;
  text: string;
  action: string;
  /** The name of an image in `/postcards/`, without `.svg`. */
  picture: string;
  tone: 'sea' | 'sun' | 'shore';
}

export const HOUSE_ADS: HouseAd[] = [
  {
    href: '/post-ad',
    title: t('Your business, on this page, free.'),
    text: t('Write your listing now. It takes two minutes.'),
    action: t('Post an Ad'),
    picture: 'orange-county-2',
    tone: 'sea',
  },
  {
    href: '/rates',
    title: t('Get seen first in your town.'),
    text: t('Premium listings appear above free ones, with photos and a link to your website.'),
    action: t('See rates'),
    picture: 'los-angeles-county-4',
    tone: 'sun',
  },
  {
    href: '/contact',
    title: t('This space could be yours.'),
    text: t('Tell us what you do and where. A real person will reply.'),
    action: t('Contact us'),
    picture: 'san-diego-county-1',
    tone: 'shore',
  },
  {
    href: '/featured',
    title: t('Meet our featured businesses.'),
    text: t('Featured advertisers, from Ventura to the Imperial Valley.'),
    action: t('See featured businesses'),
    picture: 'ventura-county-3',
    tone: 'sea',
  },
  {
    href: '/locations',
    title: t('659 places. One is yours.'),
    text: t('Every city, community and ZIP code in eight counties.'),
    action: t('Find your town'),
    picture: 'san-bernardino-county-4',
    tone: 'sun',
  },
  {
    href: '/blog',
    title: t('Get found in your ZIP code.'),
    text: t('Short, practical reads for business owners.'),
    action: t('Read the blog'),
    picture: 'kern-county-3',
    tone: 'shore',
  },
];

// Slots of the same page have different offsets, so that no two of them show the same ad.
const POSITIONS: Record<AdSlotName, number> = {
  'home-1': 0,
  'home-2': 1,
  'home-3': 2,
  'location-side': 0,
  'location-top': 1,
  'location-rectangle': 2,
  'location-bottom': 3,
  'zip-banner': 0,
  'place-bottom': 0,
  'category-bottom': 0,
};

/** Picks the ad of a slot on a page: always the same one, and different from those in the other slots of the page. */
export function pickHouseAd(slot: AdSlotName, path: string): HouseAd {
  let sum = POSITIONS[slot];
  for (const character of path) sum += character.charCodeAt(0);
  return HOUSE_ADS[sum % HOUSE_ADS.length] as HouseAd;
}
