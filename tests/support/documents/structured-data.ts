import { BUSINESS_TYPES } from '#web/base/layout/business-types.ts';

/** Parsed JSON-LD of a page, not validated yet. */
type Thing = Record<string, unknown>;

/**
 * The required properties of each type that our pages use, by schema.org and Google's documentation of structured data
 * (developers.google.com/search/docs/appearance/structured-data).
 */
const REQUIRED_PROPERTIES: Record<string, string[]> = {
  Answer: ['text'],
  Article: ['headline', 'image', 'datePublished', 'author', 'publisher'],
  BreadcrumbList: ['itemListElement'],
  FAQPage: ['mainEntity'],
  GeoCoordinates: ['latitude', 'longitude'],
  ItemList: ['itemListElement'],
  ListItem: ['position', 'name'],
  OpeningHoursSpecification: ['opens', 'closes'],
  Organization: ['name'],
  PostalAddress: ['addressLocality', 'addressRegion', 'postalCode', 'addressCountry'],
  Question: ['name', 'acceptedAnswer'],
  WebPage: ['url', 'inLanguage'],
  WebSite: ['name', 'url'],
  ...Object.fromEntries(Object.values(BUSINESS_TYPES).map((type) => [type, ['name', 'address', 'url']])),
};

/** Properties that must be absolute URLs. */
const URL_PROPERTIES = new Set(['url', 'item', 'image', 'logo', 'sameAs', 'mainEntityOfPage', '@id']);

/** The errors in the JSON-LD of a page; empty if it is valid. */
export function findStructuredDataErrors(data: Thing, origin: string): string[] {
  const errors = data['@context'] === 'https://schema.org' ? [] : ['the context is not schema.org'];
  const things = Array.isArray(data['@graph']) ? (data['@graph'] as Thing[]) : [data];
  return [...errors, ...things.flatMap((thing) => findThingErrors(thing, origin))];
}

function findThingErrors(thing: Thing, origin: string): string[] {
  const kind = String(thing['@type']);
  // `{ "@id": … }` refers to a thing that is described elsewhere.
  if (thing['@type'] === undefined && Object.keys(thing).join() === '@id') return [];
  const required = REQUIRED_PROPERTIES[kind];
  if (!required) return [`the required properties of a ${kind} are not listed`];
  const errors = required.filter((name) => isEmpty(thing[name])).map((name) => `a ${kind} has no ${name}`);
  if (kind === 'BreadcrumbList') errors.push(...findBreadcrumbErrors(thing.itemListElement as Thing[], origin));
  if (kind === 'OpeningHoursSpecification' && !thing.dayOfWeek && !(thing.validFrom && thing.validThrough))
    errors.push('an OpeningHoursSpecification has neither a day of the week nor dates');
  for (const [name, value] of Object.entries(thing)) {
    for (const part of [value].flat()) {
      if (URL_PROPERTIES.has(name) && typeof part === 'string' && !/^https?:\/\//.test(part)) {
        errors.push(`a ${kind}'s ${name} is ${part}`);
      }
      if (part && typeof part === 'object') errors.push(...findThingErrors(part as Thing, origin));
    }
  }
  return errors;
}

/** Breadcrumbs must be numbered from 1, and all but the last must link to a page of the site. */
function findBreadcrumbErrors(steps: Thing[], origin: string): string[] {
  return steps.flatMap(({ position, item }, index) => [
    ...(position === index + 1 ? [] : [`breadcrumb ${index + 1} has the position ${position}`]),
    ...(index === steps.length - 1 || String(item).startsWith(`${origin}/`)
      ? []
      : [`breadcrumb ${index + 1} links to ${item}`]),
  ]);
}

// An empty list is valid, because a place may have no listings.
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
