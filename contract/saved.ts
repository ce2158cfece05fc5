import { idSchema, LIST_LIMIT } from './api.ts';
import { MAX_SAVED_LISTINGS, MAX_SEARCH_NAME_LENGTH } from './limits.ts';
import { searchFiltersSchema } from './search.ts';
import { singleLine } from './text.ts';
import { z } from './zod.ts';

/** `GET /api/ads?ids=12,7`: those of these listings that visitors see, in this order. */
export const listingsByIdQuerySchema = z.object({
  ids: z
    .string()
    .max(2000)
    .regex(/^([1-9]\d{0,14}(,[1-9]\d{0,14})*)?$/, 'Invalid ids')
    .default('')
    .transform((ids) => [...new Set(ids.split(',').filter(Boolean).map(Number))])
    .refine((ids) => ids.length <= LIST_LIMIT.max, `Ask for at most ${LIST_LIMIT.max} listings`),
});

/** A listing that an account keeps, whether or not visitors still see it. The last saved come first. */
export const savedListingSchema = z.object({ id: z.number().int(), savedAt: z.string() });
export type SavedListing = z.infer<typeof savedListingSchema>;

/** `POST /api/user/saved`: what a browser kept before somebody signed in, the last saved first. */
export const savedIdsSchema = z.object({ ids: z.array(idSchema).max(MAX_SAVED_LISTINGS) });

/** All that the account keeps then, and what there was no room for. */
export const savedMergeSchema = z.object({ saved: z.array(savedListingSchema), left: z.array(z.number().int()) });
export type SavedMerge = z.infer<typeof savedMergeSchema>;

/** How often the new listings of a saved search are mailed. */
export const emailFrequencySchema = z.enum(['daily', 'weekly', 'none']);
export type EmailFrequency = z.infer<typeof emailFrequencySchema>;

/** What a saved search looks for. Whether a business is open now is no matter of days. */
export const savedSearchFiltersSchema = searchFiltersSchema.omit({ open: true });

/**
 * A search as the query of its page, in one spelling: `q=plumber&near=92614`. What is no filter of listings is left out,
 * the order of what was found and the page of it too.
 */
const savedSearchQuerySchema = z
  .string()
  .max(2000)
  .transform((query, context) => {
    const said = new URLSearchParams(query);
    const names = Object.keys(savedSearchFiltersSchema.shape);
    const sought = Object.fromEntries(
      names.flatMap((name) => (said.get(name)?.trim() ? [[name, said.get(name)]] : [])),
    );
    const { success, error, data } = savedSearchFiltersSchema.safeParse(sought);
    if (!success) {
      for (const { message } of error.issues) context.addIssue(message);
      return z.NEVER;
    }
    if (Object.keys(sought).length === 0) context.addIssue('Look for something first, then save it');
    return new URLSearchParams({
      ...sought,
      ...(data.q && { q: data.q }),
      ...(data.near && { near: data.near }),
    }).toString();
  });

/** `POST /api/user/searches`. */
export const savedSearchFormSchema = z.object({
  name: singleLine({
    min: 1,
    tooShort: 'Give it a name',
    max: MAX_SEARCH_NAME_LENGTH,
    tooLong: `Use at most ${MAX_SEARCH_NAME_LENGTH} characters`,
    // It is the subject of mails, where some line ends are refused that are no control characters.
  }).overwrite((name) => name.replace(/\s+/g, ' ')),
  search: savedSearchQuerySchema,
  mails: emailFrequencySchema,
});
export type SavedSearchForm = z.input<typeof savedSearchFormSchema>;

/** `PATCH /api/user/searches/{id}`. */
export const savedSearchUpdateSchema = savedSearchFormSchema.pick({ mails: true });

/** A search that an account keeps. */
export const savedSearchSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The query of its page. */
  search: z.string(),
  mails: emailFrequencySchema,
  createdAt: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;
