import { t, translateDefined } from '#contract/i18n/t.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import { listingFormSchema } from '#contract/listing-form.ts';
import type { AddedBranch, NewBranches } from '#contract/ownership/branch-files.ts';
import { approveByAccount } from '#server/claims/account-proof.ts';
import { createOrFind, type PostingDeps, publishDraft } from '#server/listings/write/posting.ts';
import type { OrganizationKey } from '#server/organizations/access.ts';
import { addBranches } from '#server/organizations/branches.ts';
import { fromZodError, HttpError, Invalid } from '#server/platform/http/errors.ts';
import { matchBranches } from './match-branches.ts';

type Row = NewBranches['branches'][number];
type Outcome = Pick<AddedBranch, 'outcome' | 'listingId'>;

/**
 * Adds rows of a file to an organization, each in its own transaction: a new one is published as a free listing, one that is listed without an
 * owner is claimed where the email of the account proves it, the owner's own ones only join. A row that was sent before changes nothing.
 * @returns of each row what became of it, or why nothing did
 */
export async function publishBranches(
  deps: PostingDeps,
  organization: OrganizationKey,
  rows: Row[],
): Promise<AddedBranch[]> {
  const results: AddedBranch[] = [];
  for (const row of rows) {
    try {
      results.push({ line: row.line, ...(await publishBranch(deps, organization, row)), message: null, issues: [] });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { message, issues = [] } = error;
      const refusal = { outcome: 'refused' as const, listingId: null, message: translateDefined(message) };
      results.push({ line: row.line, ...refusal, issues });
    }
  }
  return results;
}

async function publishBranch(deps: PostingDeps, organization: OrganizationKey, row: Row): Promise<Outcome> {
  const fields = readForm(row.form);
  const { ownerId } = organization;
  const [found] = await matchBranches(deps.db, { accountId: ownerId, ownerId }, [fields]);
  const { match = 'new', listing = null } = found ?? {};
  const join = (id: number) => deps.db.transaction().execute((trx) => addBranches(trx, organization, [id]));
  if (listing && match === 'yours') {
    await join(listing.id);
    return { outcome: 'joined', listingId: listing.id };
  }
  if (match === 'taken')
    throw new Invalid(t('This branch is listed by another account. If it’s yours, write to us; nothing was changed.'));
  if (listing && match === 'claim' && !row.isAnother) {
    await deps.db.transaction().execute(async (trx) => {
      await approveByAccount(trx, { accountId: ownerId, listingId: listing.id }, deps);
      await addBranches(trx, organization, [listing.id]);
    });
    return { outcome: 'claimed', listingId: listing.id };
  }
  if (match === 'unclaimed' && !row.isAnother)
    throw new Invalid(
      t('This branch is listed without an owner. Claim it on its page, then add it from your listings.'),
    );
  return post(deps, organization, fields);
}

/** @throws {Invalid} with what is missing or wrong by its field */
export function readForm(form: unknown): ListingFields {
  const { data, error } = listingFormSchema.safeParse(form);
  if (error) throw fromZodError(t('Please fill in the missing fields.'), error);
  // Of what only an owner with pictures or a paid plan has, a file says nothing.
  return { ...data, premium: false, logo: null, photos: [], imageUrl: '' };
}

async function post(deps: PostingDeps, organization: OrganizationKey, fields: ListingFields): Promise<Outcome> {
  const { ad } = await createOrFind(
    deps,
    { ownerId: organization.ownerId, fields },
    async (trx, own, { owner, status }) => {
      // Fourteen emails about what the page shows already are too many.
      const row = status === 'draft' ? await publishDraft(trx, deps, own, { ...owner, email: null }) : undefined;
      await addBranches(trx, organization, [own.id]);
      return row;
    },
  );
  return { outcome: ad.status === 'waiting' ? 'waiting' : 'added', listingId: ad.id };
}
