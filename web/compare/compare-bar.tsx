import { createPortal } from 'react-dom';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { CompareForm } from './compare-form.tsx';

/** A bar at the bottom of the window, as long as listings are chosen from the rows of the page. It follows them in the page. */
export default function CompareBar({ onCancel }: { onCancel: () => void }) {
  return createPortal(
    <CompareForm data-bottom-bar aria-label={t('Compare')} className="compare-bar no-print">
      <Button variant="ghost" size="sm" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </CompareForm>,
    document.getElementById('main') as HTMLElement,
  );
}
