import { idSchema } from '#contract/api.ts';
import { possibleClosureSchema } from '#contract/fact-sources.ts';
import { z } from '#contract/zod.ts';

const count = z.number().int();

/** An import of a file, as the administrator sees it. */
export const adminImportSchema = z.object({
  id: z.number().int(),
  file: z.string(),
  /** `running` is also one that was cut off: the same command continues it. */
  state: z.enum(['running', 'finished', 'undoing', 'undone']),
  startedAt: z.string(),
  rows: count,
  added: count,
  updated: count,
  unchanged: count,
  merged: count,
  skipped: count,
  /** Listings that may have closed. */
  marked: count,
  undo: z.object({ removed: count, restored: count, kept: count }).nullable(),
  /** Imports can be undone for 90 days. */
  canUndo: z.boolean(),
  /** Whether the file of its skipped, merged, doubtful and mended rows is kept. */
  hasReport: z.boolean(),
});
export type AdminImport = z.infer<typeof adminImportSchema>;

/**
 * What undoing an import would do: listings that go, that get back their former facts, and that stay, by the reason. Those of
 * `otherImport` say what a row of another import does that was merged into them.
 */
export const undoPreviewSchema = z.object({
  removed: count,
  restored: count,
  kept: z.object({
    claimed: count,
    edited: count,
    saved: count,
    otherImport: count,
    importedAgain: count,
    gone: count,
  }),
});
export type UndoPreview = z.infer<typeof undoPreviewSchema>;

/** A listing that may have closed, for the administrator to decide. */
export const closureToDecideSchema = possibleClosureSchema.extend({
  id: z.number().int(),
  listing: z.object({ id: z.number().int(), title: z.string(), city: z.string() }),
});
export type ClosureToDecide = z.infer<typeof closureToDecideSchema>;

/** `POST /api/admin/possible-closures/hide` and `/keep`: ids of listings. */
export const closureDecisionSchema = z.object({ ids: z.array(idSchema).min(1).max(100) });
