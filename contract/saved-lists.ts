import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { idSchema } from './api.ts';
import { MAX_LIST_LENGTH, MAX_LIST_NAME_LENGTH } from './limits.ts';
import { listingSchema } from './listings.ts';
import { z } from './zod.ts';

/** What the form of a list asks for. */
export const listFormSchema = z.object({
  name: singleLine({
    min: 1,
    tooShort: defineMessage('Enter a name'),
    max: MAX_LIST_NAME_LENGTH,
    tooLong: defineMessage('Use {max} characters or fewer', { max: MAX_LIST_NAME_LENGTH }),
  }),
});
export type ListForm = z.infer<typeof listFormSchema>;

const idsSchema = z.array(idSchema).max(MAX_LIST_LENGTH);

/** `POST /api/user/lists`: saved listings to put into it, in order; those that are not saved are left out. */
export const newListSchema = listFormSchema.extend({ add: idsSchema.default([]) });
export type NewList = z.output<typeof newListSchema>;

/** `PATCH /api/user/lists/{id}`: the name, saved listings to add, and listings to take away, which stay saved. */
export const listChangeSchema = listFormSchema.extend({ add: idsSchema, remove: idsSchema }).partial();
export type ListChange = z.output<typeof listChangeSchema>;

/** A named list of an account: some of its saved listings, public or not, the last added first. */
export const savedListSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The page that shows it to whoever has its address; null unless it is shared. */
  path: z.string().nullable(),
  listings: z.array(z.number().int()),
  createdAt: z.string(),
});
export type SavedList = z.infer<typeof savedListSchema>;

/** What a shared list shows: its name and its public listings, nothing of whoever made it. */
export const sharedListSchema = z.object({ name: z.string(), listings: z.array(listingSchema) });
export type SharedList = z.infer<typeof sharedListSchema>;
