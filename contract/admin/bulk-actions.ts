import { idSchema, listQuerySchema, slugSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { adminListingFilterSchema, adminListingStateSchema } from './listings.ts';

/** What can be done with several listings at once. */
export const BULK_ACTION_KINDS = ['hide', 'show', 'recategorize', 'move', 'delete'] as const;
export type BulkActionKind = (typeof BULK_ACTION_KINDS)[number];

/** The most listings of a bulk action that is carried out while one waits. */
export const MAX_BULK_LISTINGS = 100;

/** The most listings of a bulk action that a job carries out. */
export const MAX_BULK_JOB_LISTINGS = 5000;

/** How long a bulk action can be undone, in days: as long as a deleted listing can be restored. */
export const BULK_UNDO_DAYS = 30;

const upToIds = (max: number) =>
  z
    .array(idSchema)
    .min(1, defineMessage('Choose at least one listing'))
    .max(max, defineMessage('Choose at most {max, number} listings', { max }))
    .refine((ids) => new Set(ids).size === ids.length, defineMessage('Name each listing once'));
const idsSchema = upToIds(MAX_BULK_LISTINGS);

const optionalReason = multiLine({ max: 1000, tooLong: defineMessage('Reason is too long') }).default('');

const anyBulkAction = z.object({
  ids: idsSchema,
  /** Whether nothing is changed, and the response says what would be. */
  dryRun: z.boolean().default(false),
});

/** `POST /api/admin/ads/show`. */
export const bulkShowSchema = anyBulkAction.extend({ reason: optionalReason });

// What is only tried needs no reason yet.
const hasReason = ({ dryRun, reason }: { dryRun: boolean; reason: string }) => dryRun || reason !== '';
const reasonMissing = { path: ['reason'], message: defineMessage('Reason is required') };

/** `POST /api/admin/ads/hide` and `delete`: the owners are told the reason. */
export const bulkHideSchema = bulkShowSchema.refine(hasReason, reasonMissing);

/** `POST /api/admin/ads/recategorize`: the category by its slug. */
export const bulkRecategorizeSchema = bulkShowSchema.extend({ category: slugSchema }).refine(hasReason, reasonMissing);

/** `POST /api/admin/ads/move`: the city or other place by its slug. */
export const bulkMoveSchema = bulkShowSchema.extend({ place: slugSchema }).refine(hasReason, reasonMissing);

/** What became of each listing, in the order of the request; `message` says why one was not changed. */
const resultsSchema = z.array(z.object({ id: z.number().int(), done: z.boolean(), message: z.string().nullable() }));

/** The response of every bulk action. */
export const bulkResultSchema = z.object({
  /** The id for undoing the action; null if nothing was changed. */
  actionId: z.number().int().nullable(),
  results: resultsSchema,
  /** Of the changed listings, the number that have an owner, who is emailed. */
  owned: z.number().int(),
  /** Of the changed listings, the number that are at a paid level now. */
  paid: z.number().int(),
});
export type BulkResult = z.infer<typeof bulkResultSchema>;

/** The listings of a bulk action of many: those with these ids, or all of a filter but the exceptions. */
const selectionSchema = z.union([
  z.object({ ids: upToIds(MAX_BULK_JOB_LISTINGS) }),
  z.object({ filter: adminListingFilterSchema, except: z.array(idSchema).max(MAX_BULK_LISTINGS).default([]) }),
]);

/** `POST /api/admin/bulk-actions`: the same as the routes of its kind, for many listings, which a job changes. */
export const bulkJobSchema = z
  .object({
    kind: z.enum(BULK_ACTION_KINDS),
    selection: selectionSchema,
    reason: optionalReason,
    category: slugSchema.optional(),
    place: slugSchema.optional(),
    dryRun: z.boolean().default(false),
  })
  .refine((order) => order.kind === 'show' || hasReason(order), reasonMissing);

const refusedSchema = z.array(z.object({ id: z.number().int(), title: z.string(), message: z.string() }));

/** The response: which listings the action finds, how many of them it can change, and its id where it has begun. */
export const bulkJobResultSchema = z.object({
  actionId: z.number().int().nullable(),
  chosen: z.number().int(),
  /** How many of them are in which state, and the deleted ones, which are left out. */
  states: z.array(z.object({ state: adminListingStateSchema, count: z.number().int() })),
  /** How many of the chosen ones stay as they are, the most frequent reasons, and the first of them. */
  refused: z.number().int(),
  reasons: z.array(z.object({ message: z.string(), count: z.number().int() })),
  refusals: refusedSchema,
  /** Of those that can be changed. */
  owned: z.number().int(),
  paid: z.number().int(),
});
export type BulkJobResult = z.infer<typeof bulkJobResultSchema>;

/** `POST /api/admin/bulk-actions/{id}/undo`; of many listings, a job undoes it, and there are no results yet. */
export const bulkUndoSchema = z.object({ results: resultsSchema, isQueued: z.boolean() });
export type BulkUndo = z.infer<typeof bulkUndoSchema>;

/** `GET /api/admin/bulk-actions`: those of the past 30 days, newest first. */
export const bulkActionsQuerySchema = listQuerySchema;

/** A bulk action. */
export const bulkActionSchema = z.object({
  id: z.number().int(),
  kind: z.enum(BULK_ACTION_KINDS),
  at: z.string(),
  /** Who did it; null when the account was deleted. */
  by: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  reason: z.string().nullable(),
  /** The name of the category or place, where it has one. */
  target: z.string().nullable(),
  /** How many listings were chosen, how many of them were changed, and of how many that was undone. */
  chosen: z.number().int(),
  changed: z.number().int(),
  undone: z.number().int(),
  /** The first of the changed listings. */
  first: z.array(z.object({ id: z.number().int(), title: z.string() })),
  /** How many of the listings that an undo would change have an owner, who is emailed. */
  owned: z.number().int(),
  /** When it was undone, as far as that was possible; of many listings, when a job began. */
  undoneAt: z.string().nullable(),
  undoableUntil: z.string(),
  /** The listings that were left as they are when it was undone, and why. */
  left: refusedSchema,
  /** How many listings its job has still to change. */
  pending: z.number().int(),
  /** The number of listings that its job could not change, and the first of them. */
  refused: z.number().int(),
  refusals: refusedSchema,
});
export type BulkAction = z.infer<typeof bulkActionSchema>;
