import { t } from '#contract/i18n/t.ts';
import { ExpandableText } from '#web/admin/expandable-text.tsx';

/** The last error of a failure, and how often it was tried. */
export const LastError = ({ error, attempts }: { error: string | null; attempts: number }) => (
  <>
    <ExpandableText text={error ?? t('Not recorded')} />
    <p className="text-muted text-sm">
      {t('{count, plural, one {Tried once} other {Tried # times}}', { count: attempts })}
    </p>
  </>
);
