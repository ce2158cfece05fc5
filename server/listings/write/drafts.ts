import { t } from '#contract/i18n/t.ts';
import { listingFormSchema } from '#contract/listing-form.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { toFormValues } from '#server/listings/read/owner-listing-page.ts';
import { findOwnerListing, findOwnerListingRow, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { fromZodError } from '#server/platform/http/errors.ts';
import {
  createOrFind,
  type ListingSubmission,
  lockOwner,
  type PostingDeps,
  type PostResult,
  publishDraft,
} from './posting.ts';

/**
 * Saves a form as a draft, which only its owner sees.
 * @throws as `post` does, except {PaymentRequired}
 */
export const saveDraft = (deps: PostingDeps, form: ListingSubmission): Promise<PostResult> =>
  createOrFind(deps, form, async () => undefined);

/**
 * Publishes a draft as a free listing.
 * @throws {Invalid} when it does not satisfy the form, as a copy of an imported listing may not
 * @throws {NotFound} {Conflict} see `transition`
 */
export function publish(deps: PostingDeps, own: OwnerListingId): Promise<OwnerListing> {
  return deps.db.transaction().execute(async (trx) => {
    await publishDraft(trx, deps, own, await lockOwner(trx, own.ownerId));
    const { error } = listingFormSchema.safeParse(toFormValues(await findOwnerListingRow(trx, own)));
    if (error) throw fromZodError(t('Please fill in the missing fields, then publish.'), error);
    return findOwnerListing(trx, deps.gazetteer, own);
  });
}
