import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import {
  describeListing,
  type EmailListing,
  type EmailRecipient,
  nameBusiness,
  toPurpose,
} from '#server/listings/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl, writeEmail } from '#server/platform/mail/write-email.ts';
import type { NoticeDeps } from './notices.ts';

const BATCH = 200;

type Doubt = 'suspended' | 'expired' | 'class' | 'name';

/**
 * Emails owners whose license the state's list does not confirm, once for each number and reason, however many processes run this. A daily task.
 */
export async function sendLicenseEmails(db: Kysely<DB>, { jobs, site }: NoticeDeps): Promise<void> {
  let marked: number;
  do {
    marked = await db.transaction().execute(async (trx) => {
      const { rows } = await markDoubtsQuery().execute(trx);
      for (const { email, email_confirmed_at, language, ...listing } of rows) {
        if (email !== null)
          await jobs.enqueueEmail(
            trx,
            writeEmail(language, () => licenseEmail(site, listing, { email, email_confirmed_at })),
          );
      }
      return rows.length;
    });
  } while (marked === BATCH);
}

type DoubtedListing = EmailListing & { license_check: Doubt };
type Owner = Omit<EmailRecipient, 'email'> & { email: string | null; language: string };

/** Marks a batch of doubted listings that visitors see, and returns them with their owners. Exported for the test of its query plan. */
export const markDoubtsQuery = () => sql<DoubtedListing & Owner>`
  with due as materialized (
    select id from listings
    where license_check <> 'confirmed' and license_check <> 'missing' and status = 'active' and not owner_suspended and owner_id is not null
      and license_mailed is distinct from license_number || ' ' || license_check
    order by id limit ${sql.lit(BATCH)} for update skip locked
  )
  update listings l set license_mailed = l.license_number || ' ' || l.license_check
  from due, accounts a
  where l.id = due.id and a.id = l.owner_id
  returning l.id, l.title, l.business_name, l.expires_at, l.license_check, a.email, a.email_confirmed_at, a.language`;

/** The email when the state's list does not confirm the license number of a listing. */
export const licenseEmail = (site: SiteInfo, listing: DoubtedListing, owner: EmailRecipient): Email => ({
  to: owner.email,
  purpose: toPurpose(owner),
  subject: nameBusiness(listing, owner, t('Please check the license of your listing on {name}', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('The state’s list doesn’t confirm the license number of {listing}: {reason}.', {
      listing: describeListing(listing, owner),
      reason: toReason(listing.license_check),
    }),
    t('Your page says so until then. Correct the number or the name, or write to {email} if the list is wrong.', {
      email: site.supportEmail,
    }),
    toButton(t('Edit the listing'), toPageUrl(site, `/account/ads/${listing.id}/edit`)),
    site.name,
  ),
});

function toReason(check: Doubt): string {
  if (check === 'suspended') return t('it’s suspended or inactive');
  if (check === 'expired') return t('it has expired');
  if (check === 'class') return t('it’s for another trade');
  return t('it’s under another name');
}
