import { BUSINESS_TYPES } from '#web/base/layout/business-types.ts';

/** Parsed JSON-LD of a page, not validated yet. */
type Thing = Record<string, unknown>;

/** What search engines need of a type, what they would like, and where that is said. */
interface Rule {
  required: string[];
  recommended?: string[];
}

const LOCAL_BUSINESS: Rule = {
  required: ['name', 'address'],
  recommended: ['aggregateRating', 'geo', 'openingHoursSpecification', 'review', 'telephone', 'url'],
};
const FOOD_ESTABLISHMENT: Rule = {
  ...LOCAL_BUSINESS,
  recommended: [...(LOCAL_BUSINESS.recommended ?? []), 'servesCuisine'],
};
const FOOD_TYPES = ['Restaurant', 'FastFoodRestaurant', 'FoodEstablishment'];

/**
 * The required and recommended properties by Google's documentation, without those that we do not know of any business: `department`, `menu`
 * and `priceRange`. https://developers.google.com/search/docs/appearance/structured-data/local-business, and there /breadcrumb, /faqpage,
 * /article, /organization, /review-snippet and /carousel; https://developers.google.com/search/docs/appearance/site-names.
 * Those of types that Google does not name are what makes sense of them.
 */
const RULES: Record<string, Rule> = {
  AggregateRating: { required: ['ratingValue', 'reviewCount'] },
  Answer: { required: ['text'] },
  Article: { required: [], recommended: ['author', 'dateModified', 'datePublished', 'headline', 'image'] },
  BreadcrumbList: { required: ['itemListElement'] },
  EducationalOccupationalCredential: { required: ['identifier', 'recognizedBy'] },
  FAQPage: { required: ['mainEntity'] },
  GeoCircle: { required: ['geoMidpoint', 'geoRadius'] },
  GeoCoordinates: { required: [] },
  GovernmentOrganization: { required: ['name'] },
  ItemList: { required: ['itemListElement'] },
  ListItem: { required: ['position', 'name'] },
  OpeningHoursSpecification: { required: ['opens', 'closes'] },
  Organization: { required: ['name'], recommended: ['description', 'logo', 'sameAs', 'url'] },
  Person: { required: ['name'] },
  PostalAddress: {
    required: ['addressLocality', 'addressRegion', 'postalCode', 'addressCountry'],
    recommended: ['streetAddress'],
  },
  PropertyValue: { required: ['propertyID', 'value'] },
  Question: { required: ['name', 'acceptedAnswer'] },
  Rating: { required: ['ratingValue'] },
  Review: { required: ['author', 'reviewRating'], recommended: ['datePublished'] },
  WebPage: { required: ['url', 'inLanguage'] },
  WebSite: { required: ['name', 'url'] },
  ...Object.fromEntries(
    Object.values(BUSINESS_TYPES).map((type) => [
      type,
      FOOD_TYPES.includes(type) ? FOOD_ESTABLISHMENT : LOCAL_BUSINESS,
    ]),
  ),
};

/** Properties that must be absolute URLs. */
const URL_PROPERTIES = new Set(['url', 'item', 'image', 'logo', 'sameAs', '@id']);

/** How other values are written: times and dates by ISO 8601, telephone numbers with the code of the country. */
const FORMATS: Record<string, RegExp> = {
  opens: /^([01]\d|2[0-3]):[0-5]\d(:\d\d)?$/,
  closes: /^([01]\d|2[0-3]):[0-5]\d(:\d\d)?$/,
  validFrom: /^\d{4}-\d\d-\d\d$/,
  validThrough: /^\d{4}-\d\d-\d\d$/,
  datePublished: /^\d{4}-\d\d-\d\d/,
  dateModified: /^\d{4}-\d\d-\d\d/,
  dayOfWeek: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/,
  telephone: /^\+\d{8,15}$/,
};

/** The errors in the JSON-LD of a page; empty if it is valid. */
export function findStructuredDataErrors(data: Thing, origin: string): string[] {
  const errors = data['@context'] === 'https://schema.org' ? [] : ['the context is not schema.org'];
  return [...errors, ...toThings(data).flatMap((thing) => findThingErrors(thing, origin))];
}

/** The recommended properties that the JSON-LD of a page lacks, of its things and those in them. */
export function findMissingRecommendations(data: Thing): string[] {
  return toThings(data).flatMap((thing) => [
    ...toRules(thing)
      .flatMap(({ recommended = [] }) => recommended)
      .filter((name) => isEmpty(thing[name]))
      .map((name) => `a ${toKinds(thing).join()} has no ${name}`),
    ...toParts(thing).flatMap(findMissingRecommendations),
  ]);
}

const toThings = (data: Thing) => (Array.isArray(data['@graph']) ? (data['@graph'] as Thing[]) : [data]);

const toKinds = (thing: Thing) => [thing['@type'] ?? []].flat().map(String);

const toRules = (thing: Thing) => toKinds(thing).flatMap((kind) => RULES[kind] ?? []);

const toParts = (thing: Thing) =>
  Object.values(thing)
    .flat()
    .filter((part): part is Thing => typeof part === 'object' && part !== null);

function findThingErrors(thing: Thing, origin: string): string[] {
  // `{ "@id": … }` refers to a thing that is described elsewhere.
  if (thing['@type'] === undefined && Object.keys(thing).join() === '@id') return [];
  const kinds = toKinds(thing);
  const kind = kinds.join();
  const unknown = kinds.find((one) => !RULES[one]);
  if (unknown || kinds.length === 0) return [`the required properties of a ${unknown} are not listed`];
  const required = new Set(toRules(thing).flatMap((rule) => rule.required));
  const errors = [...required].filter((name) => isEmpty(thing[name])).map((name) => `a ${kind} has no ${name}`);
  if (kind === 'BreadcrumbList') errors.push(...findBreadcrumbErrors(thing.itemListElement as Thing[], origin));
  if (kind === 'OpeningHoursSpecification' && !thing.dayOfWeek && !thing.validFrom)
    errors.push('an OpeningHoursSpecification has neither a day of the week nor dates');
  if (kind === 'GeoCoordinates' && !(thing.latitude && thing.longitude) && !thing.postalCode)
    errors.push('a GeoCoordinates is no point');
  for (const [name, value] of Object.entries(thing)) {
    for (const part of [value].flat()) {
      if (typeof part !== 'string') continue;
      const isWrong = URL_PROPERTIES.has(name) ? !/^https?:\/\//.test(part) : FORMATS[name]?.test(part) === false;
      if (isWrong) errors.push(`a ${kind}'s ${name} is ${part}`);
    }
  }
  return [...errors, ...toParts(thing).flatMap((part) => findThingErrors(part, origin))];
}

/** Breadcrumbs must be at least two, numbered from 1, and all but the last must link to a page of the site. */
function findBreadcrumbErrors(steps: Thing[], origin: string): string[] {
  return [
    ...(steps.length < 2 ? ['there is one breadcrumb alone'] : []),
    ...steps.flatMap(({ position, item }, index) => [
      ...(position === index + 1 ? [] : [`breadcrumb ${index + 1} has the position ${position}`]),
      ...(index === steps.length - 1 || String(item).startsWith(`${origin}/`)
        ? []
        : [`breadcrumb ${index + 1} links to ${item}`]),
    ]),
  ];
}

// An empty list is valid, because a place may have no listings.
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
