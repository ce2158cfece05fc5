import { t } from '#contract/i18n/t.ts';
import { type AdminPlace, neighborhoodFormSchema, placeEditSchema } from '#contract/places.ts';
import { z } from '#contract/zod.ts';

/** The form as it is typed: the other names are lines, the radius is text. */
const inputSchema = z.object({
  city: z.string(),
  name: z.string(),
  slug: z.string(),
  middle: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  radius: z.string(),
  aliases: z.string(),
  reason: z.string(),
});

/** What is typed into the form. */
export type PlaceInput = z.input<typeof inputSchema>;

const FIELDS: Record<string, keyof PlaceInput> = { lat: 'middle', lng: 'middle', radiusMiles: 'radius' };

/** The field of the form for a field of the API. */
export const toField = (path: string): string => FIELDS[path] ?? (path.startsWith('aliases') ? 'aliases' : path);

/** What the API takes of the form: of a new neighborhood, or of a place with its version. */
export const placeFormSchema = (place: AdminPlace | null) =>
  inputSchema.transform(({ middle, radius, aliases, ...form }, context) => {
    const isNeighborhood = place === null || place.radiusMiles !== null;
    if (!middle) {
      context.addIssue({ code: 'custom', path: ['city'], message: t('Choose a city from the list') });
      return z.NEVER;
    }
    const values = {
      ...form,
      ...middle,
      radiusMiles: isNeighborhood ? Number(radius.replace(',', '.') || Number.NaN) : null,
      aliases: aliases
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    };
    const parsed = place
      ? placeEditSchema.safeParse({ ...values, version: place.version })
      : neighborhoodFormSchema.safeParse(values);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path: [toField(String(path[0]))], message });
    return z.NEVER;
  });

/** What the form begins with. */
export const toInput = (place: AdminPlace | null): PlaceInput => ({
  city: place?.city?.slug ?? '',
  name: place?.name ?? '',
  slug: place?.slug ?? '',
  middle: place && { lat: place.lat, lng: place.lng },
  radius: String(place ? (place.radiusMiles ?? '') : 1),
  aliases: (place?.aliases ?? []).join('\n'),
  reason: '',
});
