import { idSchema } from './api.ts';
import { possibleClosureSchema } from './fact-sources.ts';
import { z } from './zod.ts';

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
  merged: count,
  skipped: count,
  /** Listings that may have closed. */
  marked: count,
  undo: z.object({ removed: count, restored: count, kept: count }).nullable(),
});
export type AdminImport = z.infer<typeof adminImportSchema>;

/** A listing that may have closed, for the administrator to decide. */
export const closureToDecideSchema = possibleClosureSchema.extend({
  id: z.number().int(),
  listing: z.object({ id: z.number().int(), title: z.string(), city: z.string() }),
});
export type ClosureToDecide = z.infer<typeof closureToDecideSchema>;

/** `POST /api/admin/possible-closures/hide` and `/keep`: ids of listings. */
export const closureDecisionSchema = z.object({ ids: z.array(idSchema).min(1).max(100) });
