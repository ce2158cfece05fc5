import { idSchema, LIST_LIMIT } from './api.ts';
import { LONGEST_SEARCH_NAME, MOST_SAVED } from './saved-limits.ts';
import { soughtSchema } from './search.ts';
import { line } from './text.ts';
import { z } from './zod.ts';

/** `GET /api/ads?ids=12,7`: those of these listings that visitors see, in this order. */
export const adsByIdQuerySchema = z.object({
  ids: z
    .string()
    .max(2000)
    .regex(/^([1-9]\d{0,14}(,[1-9]\d{0,14})*)?$/, 'Invalid ids')
    .default('')
    .transform((ids) => [...new Set(ids.split(',').filter(Boolean).map(Number))])
    .refine((ids) => ids.length <= LIST_LIMIT.most, `Ask for at most ${LIST_LIMIT.most} listings`),
});

/** A listing that an account keeps, whether or not visitors still see it. The last saved come first. */
export const savedListingSchema = z.object({ id: z.number().int(), savedAt: z.string() });
export type SavedListing = z.infer<typeof savedListingSchema>;

/** `POST /api/user/saved`: what a browser kept before somebody signed in, the last saved first. */
export const keptSchema = z.object({ ids: z.array(idSchema).max(MOST_SAVED) });

/** All that the account keeps then, and what there was no room for. */
export const mergedSchema = z.object({ saved: z.array(savedListingSchema), left: z.array(z.number().int()) });
export type Merged = z.infer<typeof mergedSchema>;

/** How often the new listings of a saved search are mailed. */
export const mailsSchema = z.enum(['daily', 'weekly', 'none']);
export type Mails = z.infer<typeof mailsSchema>;

/** What a saved search looks for. Whether a business is open now is no matter of days. */
export const savedSoughtSchema = soughtSchema.omit({ open: true });

/**
 * A search as the query of its page, in one spelling: `q=plumber&near=92614`. What is no filter of listings is left out,
 * the order of what was found and the page of it too.
 */
const savedQuerySchema = z
  .string()
  .max(2000)
  .transform((query, context) => {
    const said = new URLSearchParams(query);
    const names = Object.keys(savedSoughtSchema.shape);
    const sought = Object.fromEntries(
      names.flatMap((name) => (said.get(name)?.trim() ? [[name, said.get(name)]] : [])),
    );
    const { success, error, data } = savedSoughtSchema.safeParse(sought);
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
  name: line({
    least: 1,
    tooShort: 'Give it a name',
    most: LONGEST_SEARCH_NAME,
    tooLong: `Use at most ${LONGEST_SEARCH_NAME} characters`,
    // It is the subject of mails, where some line ends are refused that are no control characters.
  }).overwrite((name) => name.replace(/\s+/g, ' ')),
  search: savedQuerySchema,
  mails: mailsSchema,
});
export type SavedSearchForm = z.input<typeof savedSearchFormSchema>;

/** `PATCH /api/user/searches/{id}`. */
export const savedSearchChangeSchema = savedSearchFormSchema.pick({ mails: true });

/** A search that an account keeps. */
export const savedSearchSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The query of its page. */
  search: z.string(),
  mails: mailsSchema,
  createdAt: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;
