import type { BulkResult } from '#contract/admin/listings.ts';
import { HttpError } from '../../http/errors.ts';

/**
 * Changes listings one after the other, each in its own transaction: what is refused for one does not hold up the others.
 * @throws what `change` throws, unless it is a refusal
 */
export async function changeEach(ids: number[], change: (id: number) => Promise<unknown>): Promise<BulkResult> {
  const results: BulkResult = [];
  for (const id of ids) {
    try {
      await change(id);
      results.push({ id, done: true, message: null });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      results.push({ id, done: false, message: error.message });
    }
  }
  return results;
}
