import type { TextSummary } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { STATE_LABELS } from './text-labels.ts';

/** The state of a text in words. */
export function TextBadges({
  text: { state, hasDraft, scheduledFor, hasNewerRelease, isBehind },
}: {
  text: TextSummary;
}) {
  return (
    <>
      {state !== 'release' && <Badge tone={state === 'edited' ? 'info' : 'neutral'}>{STATE_LABELS[state]}</Badge>}
      {hasDraft && <Badge tone="accent">{t('Draft')}</Badge>}
      {scheduledFor && (
        <Badge tone="accent">
          <Icon name="clock" />
          <DateTime at={scheduledFor} />
        </Badge>
      )}
      {isBehind && <Badge tone="danger">{t('Out of date')}</Badge>}
      {hasNewerRelease && <Badge tone="danger">{t('Newer original text')}</Badge>}
    </>
  );
}
