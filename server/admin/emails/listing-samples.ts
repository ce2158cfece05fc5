import { defineMessage, t } from '#contract/i18n/t.ts';
import { announcementEmail } from '#server/admin/announcements/email.ts';
import { listingDeclinedEmail } from '#server/admin/approvals/emails.ts';
import { listingChangedEmail, objectionDecidedEmail, staysHiddenEmail } from '#server/admin/desk/change-emails.ts';
import { listingDeletedEmail, listingPutEmail, listingRestoredEmail } from '#server/admin/listings/bulk/emails.ts';
import { type SummaryFacts, type SummaryKind, weeklySummaryEmail } from '#server/analytics/weekly-summary-email.ts';
import { claimApprovedEmail, claimDeclinedEmail, claimProofEmail, claimReceivedEmail } from '#server/claims/emails.ts';
import {
  type EmailRecipient,
  expiredEmail,
  expiringEmail,
  paidTermEndingEmail,
  publishedEmail,
  waitingEmail,
} from '#server/listings/emails.ts';
import { hoursFeedFailedEmail } from '#server/listings/hours/feeds/due-feeds.ts';
import { accuracyCheckEmail } from '#server/listings/lifecycle/accuracy-check-email.ts';
import { licenseEmail } from '#server/listings/lifecycle/license-emails.ts';
import { shownEmailsEmail } from '#server/listings/lifecycle/shown-emails-email.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { listingHiddenEmail, listingShownEmail } from '#server/reports/hiding/hiding-emails.ts';
import { reportHiddenEmail, reportKeptEmail } from '#server/reports/report-emails.ts';
import { newListingsEmail } from '#server/saved/emails.ts';
import { createSample, type EmailSample } from './email-sample.ts';
import { inDays, SAMPLE_TOKEN, sampleListing, sampleOwner, writeReason } from './sample-values.ts';

type SampleListing = ReturnType<typeof sampleListing>;
const aboutListing = (template: (listing: SampleListing, owner: EmailRecipient) => Email, to: string) =>
  template(sampleListing(), sampleOwner(to));
const withRenewal = (template: (listing: SampleListing, owner: EmailRecipient, token: string) => Email, to: string) =>
  template(sampleListing(), sampleOwner(to), SAMPLE_TOKEN);
const listing = sampleListing();
const toDay = (days: number) => inDays(days).toISOString().slice(0, 10);

const writeSummary = (kind: SummaryKind) => (template: (facts: SummaryFacts) => Email, to: string) =>
  template({
    to,
    token: SAMPLE_TOKEN,
    kind,
    week: { from: toDay(-7), to: toDay(-1) },
    listings: [
      {
        ...listing,
        now: {
          views: 128,
          impressions: 2140,
          websiteClicks: 31,
          phoneClicks: 17,
          mapClicks: 9,
          shares: 2,
          messages: 4,
        },
        before: {
          views: 96,
          impressions: 1904,
          websiteClicks: 22,
          phoneClicks: 19,
          mapClicks: 7,
          shares: 0,
          messages: 1,
        },
        unanswered: 2,
      },
    ],
  });

/** The emails to owners about their listings. */
export const LISTING_SAMPLES: EmailSample[] = [
  createSample(publishedEmail, defineMessage('After a listing went live'), aboutListing),
  createSample(waitingEmail, defineMessage('After a listing was posted that waits for approval'), aboutListing),
  createSample(expiringEmail, defineMessage('A week and two days before a free listing expires'), withRenewal),
  createSample(expiredEmail, defineMessage('After a free listing expired'), withRenewal),
  createSample(paidTermEndingEmail, defineMessage('A week before a paid level ends'), aboutListing),
  createSample(
    accuracyCheckEmail,
    defineMessage('When a listing was neither changed nor confirmed for half a year'),
    (template, to) => template({ to, token: SAMPLE_TOKEN, oneClickToken: SAMPLE_TOKEN, listings: [listing] }),
  ),
  createSample(licenseEmail, defineMessage('When the state’s list doesn’t confirm a license number'), (template, to) =>
    template({ ...sampleListing(), license_check: 'expired' }, sampleOwner(to)),
  ),
  createSample(
    hoursFeedFailedEmail,
    defineMessage('When the hours of a listing couldn’t be read for three days'),
    (template, to) => template(sampleListing(), sampleOwner(to), { code: 'status', detail: '404' }),
  ),
  createSample(
    shownEmailsEmail,
    defineMessage('Once, where a listing from before emails became private shows its email'),
    (template, to) => template(sampleOwner(to)),
  ),
  createSample(announcementEmail, defineMessage('When the staff writes to owners'), (template, to) =>
    template({
      to,
      subject: t('Hours for holidays'),
      body: t('Your listing can now show hours for holidays.'),
      remark: null,
      stop: { token: SAMPLE_TOKEN, oneClickToken: SAMPLE_TOKEN },
    }),
  ),
  createSample(
    announcementEmail,
    defineMessage('The same, about their listings'),
    (template, to) =>
      template({
        to,
        subject: t('Hours for holidays'),
        body: t('Your listing can now show hours for holidays.'),
        remark: null,
      }),
    'listings',
  ),
  createSample(
    weeklySummaryEmail,
    defineMessage('On Mondays, with the numbers of paid listings'),
    writeSummary('weekly-summary'),
  ),
  createSample(
    weeklySummaryEmail,
    defineMessage('On Mondays, with the numbers of free listings, to owners who asked for it'),
    writeSummary('free-summary'),
    'free',
  ),
  createSample(newListingsEmail, defineMessage('For a saved search with new listings'), (template, to) =>
    template({
      to,
      token: SAMPLE_TOKEN,
      name: t('Plumbers in Irvine'),
      search: 'q=plumber&near=irvine',
      listings: [{ id: listing.id, isConfirmed: true, title: listing.title, city: 'Irvine' }],
    }),
  ),
];

const writeDecision = () => ({ listing, reason: writeReason() });
const forOwner =
  <Values>(writeValues: () => Values) =>
  (template: (owner: EmailRecipient, values: Values) => Email, to: string) =>
    template(sampleOwner(to), writeValues());

/** The emails about what the staff did. */
export const MODERATION_SAMPLES: EmailSample[] = [
  createSample(
    listingDeclinedEmail,
    defineMessage('When a listing is declined'),
    forOwner(() => ({ ...writeDecision(), isPaid: true })),
  ),
  createSample(
    listingChangedEmail,
    defineMessage('When the staff changes a listing'),
    forOwner(() => ({
      ...writeDecision(),
      changes: [{ name: 'phone' as const, before: '(949) 555-0100', after: '(949) 555-0199' }],
    })),
  ),
  createSample(
    objectionDecidedEmail,
    defineMessage('When an objection to such a change is decided'),
    forOwner(() => ({
      listing,
      outcome: 'restored' as const,
      answer: t('You’re right: the number is yours. Sorry about that.'),
    })),
  ),
  createSample(listingHiddenEmail, defineMessage('When a listing is hidden'), forOwner(writeDecision)),
  createSample(
    listingShownEmail,
    defineMessage('When a listing is shown again'),
    forOwner(() => ({ listing })),
  ),
  createSample(
    staysHiddenEmail,
    defineMessage('When a listing stays hidden, to which its owner objected'),
    forOwner(() => ({ listing, answer: t('The address is a parking lot. Is there a suite number?') })),
  ),
  createSample(
    listingPutEmail,
    defineMessage('When a listing is moved to another category or city'),
    forOwner(() => ({ ...writeDecision(), kind: 'listing-recategorized' as const, to: t('Plumbers') })),
  ),
  createSample(listingDeletedEmail, defineMessage('When the staff deletes a listing'), forOwner(writeDecision)),
  createSample(
    listingRestoredEmail,
    defineMessage('When such a change is taken back'),
    forOwner(() => listing),
  ),
  createSample(reportKeptEmail, defineMessage('To the person who reported a listing that stays'), (template, to) =>
    template(to, writeDecision()),
  ),
  createSample(
    reportHiddenEmail,
    defineMessage('To the person who reported a listing that is hidden'),
    (template, to) => template(to, writeDecision()),
  ),
  createSample(claimProofEmail, defineMessage('To an address at the domain of a claimed business'), (template, to) =>
    template({ to, username: 'ana', listing, token: SAMPLE_TOKEN }),
  ),
  createSample(claimReceivedEmail, defineMessage('When a claim waits for the staff'), (template, to) =>
    template(to, listing),
  ),
  createSample(claimApprovedEmail, defineMessage('When a claim is approved'), (template, to) => template(to, listing)),
  createSample(claimDeclinedEmail, defineMessage('When a claim is declined'), (template, to) =>
    template(to, writeDecision()),
  ),
];
