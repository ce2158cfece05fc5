import type { ReactNode } from 'react';
import type { TextSummary } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { toLang } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { toEditorPath } from './editor-path.ts';
import { TextBadges } from './text-badges.tsx';
import { hasUnsavedEdit } from './use-edited-text.ts';

/** Texts with their states, each with a link to its editor. @param subjects what emails have instead of a path, by the keys of their texts */
export const TextRows = ({ texts, subjects }: { texts: TextSummary[]; subjects?: ReadonlyMap<string, string> }) => (
  <ul className="divide-y">
    {texts.map((text) => (
      <TextRow key={text.key} text={text} subject={subjects?.get(text.key)} />
    ))}
  </ul>
);

function TextRow({ text, subject }: { text: TextSummary; subject: string | undefined }) {
  const { key, language, title, kind, state, changedAt, changedBy } = text;
  const path =
    kind !== 'email' ? text.path : subject ? t('Subject: {subject}', { subject }) : t('Several emails have them');
  const hidden = (words: ReactNode) => <span className="sr-only">{words}</span>;
  return (
    <li className="flex items-center justify-between gap-4 p-4 sm:px-5">
      <div className="min-w-0">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1">
          <span lang={state === 'missing' ? undefined : toLang(language)} className="font-semibold">
            {title}
          </span>
          <TextBadges text={text} />
          {hasUnsavedEdit(key) && <Badge tone="accent">{t('Not saved')}</Badge>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {!changedAt
            ? path
            : changedBy
              ? rich('{path}, last changed {time} by {user}', {
                  path,
                  time: <DateTime at={changedAt} />,
                  user: changedBy,
                })
              : rich('{path}, last changed {time}', { path, time: <DateTime at={changedAt} /> })}
        </p>
      </div>
      <a href={toEditorPath(key)} className="link inline-flex min-h-11 shrink-0 items-center font-semibold">
        {state === 'missing'
          ? rich('Translate<hidden> {title}</hidden>', { hidden, title })
          : rich('Edit<hidden> {title}</hidden>', { hidden, title })}
      </a>
    </li>
  );
}
