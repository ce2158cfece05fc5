import type { AdminNotice, Notice, NoticeTranslations } from '#contract/admin/notices.ts';
import { OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { NoticePreview } from './notice-preview.tsx';

/** The heading of each state, and what is shown where no notice has it. */
export const NOTICE_STATES: Record<AdminNotice['state'], { title: string; empty: string }> = {
  live: { title: t('Live', null, 'notices'), empty: t('No notice is live.') },
  coming: { title: t('Coming', null, 'notices'), empty: t('No notice is planned.') },
  ended: { title: t('Ended', null, 'notices'), empty: t('No notice has ended yet.') },
};

/** The notices of a state. */
export function NoticeGroup({
  state,
  notices,
  onEdit,
  onEnd,
}: {
  state: AdminNotice['state'];
  notices: AdminNotice[];
  onEdit: (notice: AdminNotice) => void;
  onEnd: (notice: AdminNotice) => void;
}) {
  const { title, empty } = NOTICE_STATES[state];
  return (
    <section>
      <h3 className="mb-3 text-lg">{title}</h3>
      {notices.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul className="grid gap-3">
          {notices.map((notice) => (
            <li key={notice.id} className="card">
              <NoticePreview notice={notice} />
              {toTranslations(notice).map((translation) => (
                <NoticePreview key={translation.language} notice={translation} />
              ))}
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
                <NoticeFacts {...notice} />
                {state !== 'ended' && (
                  <span className="flex flex-wrap gap-2">
                    <Button variant="secondary" size="sm" onClick={() => onEdit(notice)}>
                      {t('Edit')}
                      <span className="sr-only"> {notice.text}</span>
                    </Button>
                    <Button variant="secondary" size="sm" onClick={() => onEnd(notice)}>
                      {state === 'live' ? t('End now') : t('Cancel')}
                      <span className="sr-only"> {notice.text}</span>
                    </Button>
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A notice as pages in the other languages show it, where it is translated. */
const toTranslations = (notice: AdminNotice): Notice[] =>
  OTHER_LANGUAGES.flatMap((language) => {
    const translation = notice.translations[language as keyof NoticeTranslations];
    if (!translation?.text) return [];
    const { text, linkLabel } = translation;
    return [{ ...notice, text, language, link: notice.link && { ...notice.link, label: linkLabel } }];
  });

const NoticeFacts = ({ scopeName, startsAt, endsAt, changedAt, changedBy }: AdminNotice) => (
  <div className="text-sm">
    <p>
      {rich('{pages}, {start} to {end}', {
        pages: <span className="font-semibold">{scopeName ?? t('All pages')}</span>,
        start: <DateTime at={startsAt} />,
        end: <DateTime at={endsAt} />,
      })}
    </p>
    <p className="wrap-anywhere text-muted">
      {changedBy
        ? rich('Last changed {date} by {name}', { date: <DateTime at={changedAt} />, name: changedBy })
        : rich('Last changed {date}', { date: <DateTime at={changedAt} /> })}
    </p>
  </div>
);
