import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';

/** In place of a list that could not be loaded, while the rest of the page stays. */
export const ListFailure = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3">
    <p>{t('We couldn’t load these businesses.')}</p>
    <Button variant="secondary" onClick={() => onRetry()}>
      {t('Try again')}
    </Button>
  </div>
);
