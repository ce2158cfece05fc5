import { idSchema } from '#contract/api.ts';
import { specialHoursSchema } from '#contract/hours/special-hours.ts';
import { hoursSchema } from '#contract/hours/weekly-hours.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { formPhotoSchema } from '#contract/listing-fields/listing-field-schemas.ts';
import { LISTING_FIELDS } from '#contract/listing-fields/listing-fields.ts';
import { socialLinksSchema } from '#contract/listing-fields/social-links.ts';
import { z } from '#contract/zod.ts';
import { MAX_BRANCHES } from './organizations.ts';

/** The fields that branches can share, by their names in the form of a listing. */
export const SHARED_FIELDS = [
  'description',
  'website',
  'categoryId',
  'moreCategoryIds',
  'hours',
  'specialHours',
  'socialMedia',
] as const;

/** How long an edit of several branches can be undone, in days. */
export const BRANCH_UNDO_DAYS = 30;

const PHONE_PATTERN_MESSAGE = defineMessage('Enter ten digits, with x for each that stays: (xxx) 555-0100');

/** A telephone number with an x for each digit that a branch keeps of its own one. */
const phonePatternSchema = z
  .string(PHONE_PATTERN_MESSAGE)
  .trim()
  .max(40, PHONE_PATTERN_MESSAGE)
  .regex(/^[\dxX().\s+-]*$/, PHONE_PATTERN_MESSAGE)
  .refine((pattern) => toPhoneDigits(pattern).length === 10, PHONE_PATTERN_MESSAGE);

/** The ten digits of a pattern, 'x' where one stays. */
export const toPhoneDigits = (pattern: string): string =>
  pattern
    .toLowerCase()
    .replace(/[^\dx]/g, '')
    .replace(/^1(?=.{10}$)/, '');

const CHOOSE_PICTURE = defineMessage('Choose a picture');

const changesSchema = z
  .object({
    description: LISTING_FIELDS.description.input,
    website: LISTING_FIELDS.website.input.unwrap(),
    categoryId: LISTING_FIELDS.categoryId.input,
    moreCategoryIds: LISTING_FIELDS.moreCategoryIds.input.unwrap(),
    hours: hoursSchema.nullable(),
    specialHours: specialHoursSchema,
    socialMedia: socialLinksSchema,
    phone: phonePatternSchema,
    /** One to add to those that a branch has. Each branch gets a copy of its own. */
    photos: z.array(formPhotoSchema).length(1, CHOOSE_PICTURE),
    /** For branches without one. */
    logo: formPhotoSchema.nullable().refine((logo) => logo !== null, CHOOSE_PICTURE),
  })
  .partial();

export type BranchChanges = z.output<typeof changesSchema>;

/** `POST /api/user/organizations/{id}/edits`: the same values for several branches. */
export const branchEditSchema = z.object({
  listings: z
    .array(idSchema)
    .min(1, defineMessage('Choose at least one branch'))
    .max(MAX_BRANCHES)
    .refine((ids) => new Set(ids).size === ids.length, defineMessage('Name each listing once')),
  changes: changesSchema.refine((changes) => Object.keys(changes).length > 0, defineMessage('Choose what to change')),
  /** Whether nothing is changed, and the response says what would be. */
  dryRun: z.boolean().default(false),
  /** Whether the values become those that all branches share: exceptions of a branch stay. */
  shared: z.boolean().default(false),
});
export type BranchEdit = z.output<typeof branchEditSchema>;
export type BranchEditForm = z.input<typeof branchEditSchema>;

const values = z.record(z.string(), z.unknown());

/** What became of each branch, in the order of the request, or would. */
export const branchEditResultSchema = z.object({
  /** The id for undoing the edit; null if nothing was changed. */
  editId: z.number().int().nullable(),
  branches: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      city: z.string(),
      /** 'same': it has these values, or keeps others as exceptions. */
      outcome: z.enum(['changed', 'same', 'refused']),
      /** Why it was refused. */
      message: z.string().nullable(),
      /** The values of the form that differ, before and after. */
      before: values,
      after: values,
      /** The fields that it keeps for itself. */
      exceptions: z.array(z.string()),
    }),
  ),
});
export type BranchEditResult = z.infer<typeof branchEditResultSchema>;

/** `POST /api/user/organizations/{id}/edits/{editId}/undo`: what became of each branch. */
export const branchUndoSchema = z.object({
  branches: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      city: z.string(),
      done: z.boolean(),
      message: z.string().nullable(),
    }),
  ),
});
export type BranchUndo = z.infer<typeof branchUndoSchema>;

/** `GET /api/user/organizations/{id}/edits`: those that can be undone, or were, newest first. */
export const branchEditsSchema = z.array(
  z.object({
    id: z.number().int(),
    at: z.string(),
    /** The names of the fields. */
    fields: z.array(z.string()),
    /** The branches that it changed, or of them those that are left to be undone. */
    changed: z.number().int(),
    undoneAt: z.string().nullable(),
  }),
);
export type BranchEdits = z.infer<typeof branchEditsSchema>;

/** `GET /api/user/organizations/{id}/shared`: the values that branches share, by field. */
export const sharedValuesSchema = z.object({ values });
export type SharedValues = z.infer<typeof sharedValuesSchema>;

/** `POST /api/user/organizations/{id}/branches/{listingId}/shared`: fields of a branch that get the shared values again. */
export const sharedFieldsSchema = z.object({ fields: z.array(z.enum(SHARED_FIELDS)).min(1).max(SHARED_FIELDS.length) });
