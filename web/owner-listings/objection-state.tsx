import type { StaffChange } from '#contract/admin/objections.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { DateTime } from '#web/base/ui/time.tsx';

/** What the owner objected to a change or a hiding, and the answer. */
export function ObjectionState({
  objection: { createdAt, text, outcome, answer },
  isHiding,
}: {
  objection: NonNullable<StaffChange['objection']>;
  isHiding: boolean;
}) {
  return (
    <div className="grid gap-2 border-t pt-4">
      <p className="font-semibold">
        {outcome === null
          ? t('You objected. We’ll email you our answer.')
          : (isHiding ? HIDING_OUTCOMES : OUTCOMES)[outcome]}
      </p>
      <p className="text-muted text-sm">{rich('You objected on {date}', { date: <DateTime at={createdAt} /> })}</p>
      {text && <p className="typed whitespace-pre-line">“{text}”</p>}
      {answer && (
        <div>
          <p className="text-muted">{t('Our answer')}</p>
          <p className="typed whitespace-pre-line">{answer}</p>
        </div>
      )}
    </div>
  );
}

const OUTCOMES = {
  kept: t('We looked at it again. The change stays.'),
  restored: t('We looked at it again, and took the change back.'),
};

const HIDING_OUTCOMES = {
  kept: t('We looked at it again. Your listing stays hidden.'),
  restored: t('We looked at it again. Your listing is no longer hidden.'),
};
