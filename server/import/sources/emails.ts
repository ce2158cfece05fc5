import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { ImportSummary } from '#server/import/summary.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** What became of a source that is imported each month: the figures, or why it was not imported. */
export type MonthlyResult = { summary: ImportSummary } | { failure: string };

/** To who asked that a source be imported each month. */
export const monthlyImportEmail = (
  site: SiteInfo,
  { to, title, result }: { to: string; title: string; result: MonthlyResult },
): Email => ({
  to,
  purpose: 'requested',
  subject: 'summary' in result ? t('{title} was imported', { title }) : t('{title} was not imported', { title }),
  text: joinParagraphs(
    t('Hello,'),
    'summary' in result ? describeCounts(result.summary) : result.failure,
    'summary' in result
      ? t('The report says more, and you can undo the import there:')
      : t('It will be tried again tomorrow.'),
    toButton(t('Open the report'), toPageUrl(site, '/admin?tab=imports')),
    site.name,
  ),
});

const describeCounts = ({ added, updated, unchanged, merged, skipped, closures, refresh }: ImportSummary) =>
  t(
    'Added: {added, number}. Updated: {updated, number}. Unchanged: {unchanged, number}. Merged into other listings: {merged, number}. Refused: {skipped, number}. May have closed: {marked, number}.',
    { added, updated, unchanged, merged, skipped, marked: closures + (refresh?.marked ?? 0) },
  );
