import { idSchema, listQuerySchema, slugSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** What can be done with several listings at once. */
export const BULK_ACTION_KINDS = ['hide', 'show', 'recategorize', 'move', 'delete'] as const;
export type BulkActionKind = (typeof BULK_ACTION_KINDS)[number];

/** The most listings of one bulk action. */
export const MAX_BULK_LISTINGS = 100;

/** How long a bulk action can be undone, in days: as long as a deleted listing can be restored. */
export const BULK_UNDO_DAYS = 30;

const idsSchema = z
  .array(idSchema)
  .min(1, defineMessage('Choose at least one listing'))
  .max(MAX_BULK_LISTINGS, defineMessage('Choose at most {max} listings', { max: MAX_BULK_LISTINGS }))
  .refine((ids) => new Set(ids).size === ids.length, defineMessage('Name each listing once'));

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

/** `POST /api/admin/bulk-actions/{id}/undo`. */
export const bulkUndoSchema = z.object({ results: resultsSchema });
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
  /** When it was undone, as far as that was possible. */
  undoneAt: z.string().nullable(),
  undoableUntil: z.string(),
  /** The listings that were left as they are when it was undone, and why. */
  left: z.array(z.object({ id: z.number().int(), title: z.string(), message: z.string() })),
});
export type BulkAction = z.infer<typeof bulkActionSchema>;
