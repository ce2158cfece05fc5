import { defineMessage, t } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { messageResponseSchema } from './accounts.ts';
import { idSchema, LIST_LIMIT } from './api.ts';
import { MAX_SAVED_LISTINGS, MAX_SEARCH_NAME_LENGTH } from './limits.ts';
import { searchFiltersSchema } from './search.ts';
import { z } from './zod.ts';

/** `GET /api/ads?ids=12,7`: the public ones of these listings, in this order. */
export const listingsByIdQuerySchema = z.object({
  ids: z
    .string()
    .max(2000)
    .regex(/^([1-9]\d{0,14}(,[1-9]\d{0,14})*)?$/, defineMessage('Invalid ids'))
    .default('')
    .transform((ids) => [...new Set(ids.split(',').filter(Boolean).map(Number))])
    .refine(
      (ids) => ids.length <= LIST_LIMIT.max,
      defineMessage('Request {max} listings or fewer', { max: LIST_LIMIT.max }),
    ),
});

/** A saved listing of an account, whether or not it is still public. Lists begin with the last saved. */
export const savedListingSchema = z.object({ id: z.number().int(), savedAt: z.string() });
export type SavedListing = z.infer<typeof savedListingSchema>;

/** `POST /api/user/saved`: the listings that a browser saved before its visitor signed in, the last saved first. */
export const savedIdsSchema = z.object({ ids: z.array(idSchema).max(MAX_SAVED_LISTINGS) });

/** All saved listings of the account after the merge, and those that exceeded the limit. */
export const savedMergeSchema = z.object({ saved: z.array(savedListingSchema), left: z.array(z.number().int()) });
export type SavedMerge = z.infer<typeof savedMergeSchema>;

/** `DELETE /api/user/saved/{id}`: the lists that the listing was in, so that it can be put back. */
export const unsavedSchema = messageResponseSchema.extend({ lists: z.array(z.number().int()) });
export type Unsaved = z.infer<typeof unsavedSchema>;

/** How often new results of a saved search are sent by email. */
export const emailFrequencySchema = z.enum(['daily', 'weekly', 'none']);
export type EmailFrequency = z.infer<typeof emailFrequencySchema>;

/** The filters of a saved search. `open` is left out, because it is about the present moment. */
export const savedSearchFiltersSchema = searchFiltersSchema.omit({ open: true });

/**
 * The query of a search page in canonical form: `q=plumber&near=92614`. Parameters that are no filters are removed, such
 * as the sort order and the page.
 */
const savedSearchQuerySchema = z
  .string()
  .max(2000)
  .transform((query, context) => {
    const params = new URLSearchParams(query);
    const names = Object.keys(savedSearchFiltersSchema.shape);
    const filters = Object.fromEntries(
      names.flatMap((name) => (params.get(name)?.trim() ? [[name, params.get(name)]] : [])),
    );
    const { success, error, data } = savedSearchFiltersSchema.safeParse(filters);
    if (!success) {
      for (const { message } of error.issues) context.addIssue(message);
      return z.NEVER;
    }
    if (Object.keys(filters).length === 0) context.addIssue(t('Enter a search first, then save it'));
    return new URLSearchParams({
      ...filters,
      ...(data.q && { q: data.q }),
      ...(data.near && { near: data.near }),
    }).toString();
  });

/** `POST /api/user/searches`. */
export const savedSearchFormSchema = z.object({
  name: singleLine({
    min: 1,
    tooShort: defineMessage('Enter a name'),
    max: MAX_SEARCH_NAME_LENGTH,
    tooLong: defineMessage('Use {max} characters or fewer', { max: MAX_SEARCH_NAME_LENGTH }),
    // It becomes the subject of an email, where line separators that are no control characters are refused too.
  }).overwrite((name) => name.replace(/\s+/g, ' ')),
  search: savedSearchQuerySchema,
  mails: emailFrequencySchema,
});
export type SavedSearchForm = z.input<typeof savedSearchFormSchema>;

/** `PATCH /api/user/searches/{id}`. */
export const savedSearchUpdateSchema = savedSearchFormSchema.pick({ mails: true });

/** A saved search of an account. */
export const savedSearchSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  search: z.string(),
  mails: emailFrequencySchema,
  createdAt: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;
