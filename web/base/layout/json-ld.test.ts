import { expect, test } from 'vitest';
import type { ListingPage } from '#contract/listings.ts';
import type { Site } from '#contract/site.ts';
import { listingPage } from '#tests/support/responses/listing-page.ts';
import { BY_APPOINTMENT } from '#web/opening-hours/day-hours.ts';
import { faqPage } from './json-ld.ts';
import { localBusiness } from './local-business.ts';

const site: Site = {
  name: 'SoCal Local',
  origin: 'https://site.example',
  operator: 'Operator',
  postalAddress: '',
  supportEmail: 'help@site.example',
  profiles: {},
  measurementId: null,
  adsClientId: null,
  mapTiles: '/map-tiles/1.pmtiles',
  signUps: 'open' as const,
  newListings: 'live' as const,
  payments: 'simulated',
};

const free = listingPage();

const picture = (name: string) => ({
  src: `/photos/${name}-640.webp`,
  srcSet: `/photos/${name}-640.webp 640w`,
  width: 640,
  height: 480,
  alt: '',
});

test('a listing with few fields has no empty properties', () => {
  expect(localBusiness(site, free)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Bakery',
    '@id': 'https://site.example/ads/7',
    url: 'https://site.example/ads/7',
    name: 'Salt & Sons',
    description: 'Bread at dawn.',
    mainEntityOfPage: { '@type': 'WebPage', url: 'https://site.example/ads/7', inLanguage: 'en' },
    address: {
      '@type': 'PostalAddress',
      streetAddress: '1 Pier Ave',
      addressLocality: 'Ventura',
      addressRegion: 'CA',
      postalCode: '93001',
      addressCountry: 'US',
    },
  });
});

test('the language of the description is that in which it is shown', () => {
  const { description, mainEntityOfPage } = localBusiness(site, {
    ...free,
    ...{ description: 'Pan al amanecer.', textLanguage: 'es' },
  });
  expect([description, mainEntityOfPage.inLanguage]).toEqual(['Pan al amanecer.', 'es']);
});

test('opening hours have an entry per span, with breaks, nights, closed days and days open around the clock', () => {
  const { openingHoursSpecification } = localBusiness(site, {
    ...free,
    hours: {
      monday: 'closed',
      tuesday: null,
      wednesday: 'all-day',
      thursday: [
        { opens: '09:00', closes: '12:00' },
        { opens: '13:00', closes: '17:00' },
      ],
      friday: [{ opens: '18:00', closes: '02:00' }],
      saturday: null,
      sunday: null,
    },
  });
  const span = (dayOfWeek: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek,
    opens,
    closes,
  });
  expect(openingHoursSpecification).toEqual([
    span('Monday', '00:00', '00:00'),
    span('Wednesday', '00:00', '23:59'),
    span('Thursday', '09:00', '12:00'),
    span('Thursday', '13:00', '17:00'),
    span('Friday', '18:00', '02:00'),
  ]);
});

test('dates with special hours have an entry per span, with their date', () => {
  const { specialOpeningHoursSpecification } = localBusiness(site, {
    ...free,
    specialDates: [
      { date: '2026-12-25', holiday: 'Christmas Day', hours: 'closed' },
      { date: '2026-12-31', holiday: null, hours: [{ opens: '20:00', closes: '02:00' }] },
    ],
  });
  const span = (date: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    opens,
    closes,
    validFrom: date,
    validThrough: date,
  });
  expect(specialOpeningHoursSpecification).toEqual([
    span('2026-12-25', '00:00', '00:00'),
    span('2026-12-31', '20:00', '02:00'),
  ]);
});

test('a closed period has one entry, until the day before the business opens again', () => {
  const { specialOpeningHoursSpecification, openingHoursSpecification } = localBusiness(site, {
    ...free,
    hours: BY_APPOINTMENT,
    specialDates: [
      { date: '2026-12-01', through: '2026-12-11', holiday: null, hours: 'closed' },
      { date: '2027-02-01', through: null, holiday: null, hours: 'closed' },
    ],
  });
  const closed = { '@type': 'OpeningHoursSpecification', opens: '00:00', closes: '00:00' };
  expect(specialOpeningHoursSpecification).toEqual([
    { ...closed, validFrom: '2026-12-01', validThrough: '2026-12-11' },
    { ...closed, validFrom: '2027-02-01' },
  ]);
  expect(openingHoursSpecification).toBeUndefined();
});

test('images have absolute URLs on our own origin, also where the listing names one of another site', () => {
  const uploaded = { ...free, imageSrc: picture('a').src, photos: [picture('a'), picture('b')], logo: picture('c') };
  expect(localBusiness(site, uploaded)).toMatchObject({
    image: ['https://site.example/photos/a-640.webp', 'https://site.example/photos/b-640.webp'],
    logo: 'https://site.example/photos/c-640.webp',
  });
  const external = { ...free, imageUrl: 'https://pictures.example/a.jpg' };
  expect(localBusiness(site, external)).not.toHaveProperty('image');
  const copied = { ...external, imageSrc: picture('d').src };
  expect(localBusiness(site, copied).image).toEqual(['https://site.example/photos/d-640.webp']);
});

test('profiles, founding year, service area and languages are included where they are known', () => {
  const business = localBusiness(site, {
    ...free,
    socialMedia: { instagram: 'https://instagram.com/salt', yelp: 'https://yelp.com/biz/salt' },
    yearFounded: 1987,
    serviceArea: 'North County',
    languages: ['English', 'Español'],
  });
  expect(business).toMatchObject({
    sameAs: ['https://instagram.com/salt', 'https://yelp.com/biz/salt'],
    foundingDate: '1987',
    areaServed: 'North County',
    knowsLanguage: ['English', 'Español'],
  });
});

test('a premium listing includes slogan, keywords and questions, and never its own review', () => {
  const faq = [{ question: 'Do you fix longboards?', answer: 'Up to ten feet.' }];
  const premium: ListingPage = {
    ...free,
    headline: 'Dings mended overnight',
    tags: ['Longboards', 'Fins'],
    faq,
    review: { quote: 'Like new.', author: 'Dana R.', relationship: 'none', attested: true },
  };
  const business = localBusiness(site, premium);
  expect(business).toMatchObject({ slogan: 'Dings mended overnight', keywords: ['Longboards', 'Fins'] });
  expect(JSON.stringify(business)).not.toMatch(/review|rating|Like new/i);
  expect(faqPage(premium.faq)).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'Do you fix longboards?',
          acceptedAnswer: { '@type': 'Answer', text: 'Up to ten feet.' },
        },
      ],
    },
  ]);
  expect(faqPage(free.faq)).toEqual([]);
});
