import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';

/** A link that leaves the checkout without paying. */
export function CancelLink() {
  return (
    <a href="/" className={buttonClass({ variant: 'ghost' })}>
      {t('Cancel')}
    </a>
  );
}
