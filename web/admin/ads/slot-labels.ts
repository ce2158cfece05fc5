import type { AdBooking } from '#contract/advertising/ad-bookings.ts';
import type { AdSlotName } from '#contract/advertising/ad-slots.ts';
import { t } from '#contract/i18n/t.ts';
import type { Badge } from '#web/base/ui/badge.tsx';

/** What each slot is called, in the order of the form. */
export const SLOT_LABELS: Record<AdSlotName, string> = {
  'home-1': t('Home page, first'),
  'home-2': t('Home page, second'),
  'home-3': t('Home page, third'),
  'location-top': t('Pages of locations, counties and cities, top'),
  'location-side': t('Pages of locations such as /orange-county, side (wide screens only)'),
  'location-rectangle': t('Pages of locations, counties and cities, below the listings'),
  'location-bottom': t('Pages of locations, counties and cities, bottom'),
  'zip-banner': t('Pages of ZIP codes'),
  'place-bottom': t('Pages of counties and cities alone, such as /city/irvine, bottom'),
  'category-bottom': t('Pages of categories'),
};

/** The states of bookings, in the order of the page. */
export const BOOKING_STATES: Record<
  AdBooking['state'],
  { title: string; empty: string; tone: Parameters<typeof Badge>[0]['tone'] }
> = {
  running: { title: t('Running', null, 'ads'), empty: t('No booked ad is running.'), tone: 'success' },
  planned: { title: t('Planned', null, 'ads'), empty: t('No ad is planned.'), tone: 'info' },
  ended: { title: t('Ended', null, 'ads'), empty: t('No ad has ended yet.'), tone: 'neutral' },
};
