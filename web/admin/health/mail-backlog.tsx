import { t } from '#contract/i18n/t.ts';
import { useMailBacklog } from '#web/admin/admin-queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';

// One that was not accepted at once is tried again later than that.
const USUAL_MS = 5 * 60 * 1000;

/** Whether all emails have been sent, and how many wait longer than usual or were given up. */
export function MailBacklog() {
  const { data: backlog, error } = useMailBacklog();
  const isLate = backlog?.waitingSince ? Date.now() - Date.parse(backlog.waitingSince) > USUAL_MS : false;
  const isClear = backlog?.givenUp === 0 && !isLate;
  return (
    <p className="mb-4 flex min-h-6 items-start gap-2 text-sm">
      <Icon
        name={isClear ? 'mail-check' : 'mail-warning'}
        className={`mt-0.5 size-4 shrink-0 ${isClear ? 'text-sage' : 'text-muted'}`}
      />
      <span>
        {error && t('We couldn’t load the emails that wait.')}
        {isClear &&
          (backlog.waiting === 0
            ? t('No emails are waiting to be sent.')
            : t('{count, plural, one {# email is being sent now.} other {# emails are being sent now.}}', {
                count: backlog.waiting,
              }))}
        {backlog && isLate && (
          <>
            {rich(
              '{count, plural, one {# email is} other {# emails are}} waiting to be sent since {date}. The site will keep trying.',
              { count: backlog.waiting, date: <DateTime at={backlog.waitingSince ?? ''} /> },
            )}{' '}
          </>
        )}
        {backlog && backlog.givenUp > 0 && (
          <strong>
            {t(
              '{count, plural, one {# email wasn’t} other {# emails weren’t}} delivered in the past 14 days, because the mail server rejected the address or was down for three days, or the address had too many. See the log for details.',
              { count: backlog.givenUp },
            )}
          </strong>
        )}
      </span>
    </p>
  );
}
