import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { Result } from './claim-result.tsx';
import { ClaimStep } from './claim-step.tsx';

/** Says that a claim of the user is being reviewed. It can be sent again. */
export const WaitingClaim = ({
  since,
  onAgain,
  onClose,
}: {
  since: string;
  onAgain: () => void;
  onClose: () => void;
}) => (
  <ClaimStep
    actions={
      <>
        <Button onClick={onClose}>{t('Done')}</Button>
        <Button variant="secondary" onClick={onAgain}>
          {t('Send another claim')}
        </Button>
      </>
    }
  >
    <Result icon="clock">
      {rich('You claimed this listing on {date}. We’re reviewing your claim, and will email you when we decide.', {
        date: <LongDate at={since} />,
      })}
    </Result>
    <p className="mt-4 text-muted">
      {t('To add or correct something, send another claim. It replaces this one, with its document.')}
    </p>
  </ClaimStep>
);
