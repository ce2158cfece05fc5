import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { slugSchema } from './api.ts';
import { listingSchema } from './listings.ts';
import { z } from './zod.ts';

/** A place's name and the slug of its page. */
export const placeLinkSchema = z.object({ name: z.string(), slug: z.string() });
export type PlaceLink = z.infer<typeof placeLinkSchema>;

/** A city, category or the like with the number of its listings. */
export const countedLinkSchema = placeLinkSchema.extend({ count: z.number().int() });
export type CountedLink = z.infer<typeof countedLinkSchema>;

/** A county with the number of its listings. */
export const countySchema = placeLinkSchema.extend({ id: z.number().int(), count: z.number().int() });
export type County = z.infer<typeof countySchema>;

/** A city, town, community or neighborhood with the slug of its county and the number of its listings. */
export const citySchema = placeLinkSchema.extend({ county: z.string(), count: z.number().int() });
export type City = z.infer<typeof citySchema>;

/** One of the nine locations that owners choose from (docs/product.md, Area), with its ZIP codes. */
export const locationSchema = placeLinkSchema.extend({
  id: z.number().int(),
  zipCodes: z.array(z.string()).optional(),
});
export type Location = z.infer<typeof locationSchema>;

/** `?zipCodes=false` omits the 1,183 ZIP codes. */
export const locationsQuerySchema = z.object({ zipCodes: z.stringbool().default(true) });

/** The page `/county/{county}` without its listings. `name` is 'Orange County'. */
export const countyPageSchema = countySchema.extend({ cities: z.array(citySchema.omit({ county: true })) });
export type CountyPage = z.infer<typeof countyPageSchema>;

/** `?cities=true` returns each county with its cities. */
export const countiesQuerySchema = z.object({ cities: z.stringbool().default(false) });

/**
 * The pages `/city/{location}` and `/{location}` without their listings: a place of the gazetteer, one of the nine
 * locations, or a region outside California, which has no county and no listings.
 */
export const placePageSchema = placeLinkSchema.extend({
  type: z.enum(['city', 'location', 'region']),
  count: z.number().int(),
  county: placeLinkSchema.nullable(),
  /** The city that a neighborhood is part of. */
  city: placeLinkSchema.nullable(),
  location: placeLinkSchema.extend({ id: z.number().int() }).nullable(),
  zipCodes: z.array(z.string()),
  /** The categories with listings here, by count in descending order; for cities only. */
  categories: z.array(countedLinkSchema),
  /** The neighborhoods of a city that have listings, by name. */
  neighborhoods: z.array(countedLinkSchema),
  nearby: z.array(placeLinkSchema),
  /** Where there are no listings: the nearest places that have some. */
  nearest: z.array(countedLinkSchema),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  population: z.number().int().nullable(),
  /** The slug of the county that a city looks like, for its picture: no surf in Irvine. Null for what is larger. */
  scenery: z.string().nullable(),
});
export type PlacePage = z.infer<typeof placePageSchema>;

/** A ZIP code with listings, and its postal place where the gazetteer has it. */
export const nearbyZipCodeSchema = z.object({ zip: z.string(), city: z.string().nullable(), count: z.number().int() });
export type NearbyZipCode = z.infer<typeof nearbyZipCodeSchema>;

/** The response of `/api/zip/{zip}/ads`. */
export const zipListingsSchema = z.object({
  zip: z.string(),
  location: placeLinkSchema.extend({ id: z.number().int() }),
  city: placeLinkSchema.nullable(),
  county: placeLinkSchema,
  /** Where there are no listings: the nearest ZIP codes that have some. */
  nearest: z.array(nearbyZipCodeSchema),
  /** The middle of the ZIP code. */
  point: z.object({ lat: z.number(), lng: z.number() }),
  ads: z.array(listingSchema),
});
export type ZipListings = z.infer<typeof zipListingsSchema>;

/** The most places, and the most other names of one. */
export const MAX_PLACES = 1000;
export const MAX_PLACE_ALIASES = 10;
const MAX_PLACE_NAME = 60;

const placeName = singleLine({
  min: 1,
  tooShort: defineMessage('Enter a name'),
  max: MAX_PLACE_NAME,
  tooLong: defineMessage('Use at most {max} characters', { max: MAX_PLACE_NAME }),
});
const radiusMessage = defineMessage('Enter a number of miles from 0.1 to 10');
const placeEditFields = {
  name: placeName,
  /** The last part of its address. */
  slug: z
    .string()
    .max(60, defineMessage('Use at most {max} characters', { max: 60 }))
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, defineMessage('Use small letters, digits and hyphens')),
  /** The middle of it. */
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  radiusMiles: z.number(radiusMessage).min(0.1, radiusMessage).max(10, radiusMessage),
  /** Other names by which searches find it. */
  aliases: z
    .array(placeName)
    .max(MAX_PLACE_ALIASES, defineMessage('Use at most {max} names', { max: MAX_PLACE_ALIASES })),
  reason: multiLine({
    min: 1,
    tooShort: defineMessage('Reason is required'),
    max: 1000,
    tooLong: defineMessage('Reason is too long'),
  }),
};

/** `POST /api/admin/places`: a neighborhood of a city. */
export const neighborhoodFormSchema = z.object({ ...placeEditFields, city: slugSchema });
export type NeighborhoodForm = z.output<typeof neighborhoodFormSchema>;

/** `PUT /api/admin/places/{id}`. Of a place that is no neighborhood, only the other names can be changed. */
export const placeEditSchema = z.object({
  ...placeEditFields,
  radiusMiles: placeEditFields.radiusMiles.nullable(),
  version: z.number().int().min(1).max(2_000_000_000),
});
export type PlaceEdit = z.output<typeof placeEditSchema>;

/** `POST /api/admin/places/{id}/delete`: of a neighborhood. */
export const placeDeletionSchema = placeEditSchema.pick({ version: true, reason: true });
export type PlaceDeletion = z.output<typeof placeDeletionSchema>;

/** A place as the staff sees it. */
export const adminPlaceSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  county: z.string(),
  /** The city that a neighborhood is part of; null for any other place. */
  city: placeLinkSchema.nullable(),
  lat: z.number(),
  lng: z.number(),
  /** Of a neighborhood. */
  radiusMiles: z.number().nullable(),
  aliases: z.array(z.string()),
  formerSlugs: z.array(z.string()),
  /** Whether the staff added or changed it, so that new data leave it as it is. */
  isEdited: z.boolean(),
  version: z.number().int(),
  /** Its public listings. */
  count: z.number().int(),
});
export type AdminPlace = z.infer<typeof adminPlaceSchema>;

/** `GET /api/admin/places`, and the response to every change: all places by name. */
export const adminPlacesSchema = z.object({ places: z.array(adminPlaceSchema) });
export type AdminPlaces = z.infer<typeof adminPlacesSchema>;
