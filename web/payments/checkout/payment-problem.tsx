import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/**
 * An error after paying, with links to try again and to contact support.
 * @param isPage whether its heading is the heading of the page
 * @param reassurance what happened to the money, if the payment succeeded
 */
export function PaymentProblem({
  message,
  reassurance,
  isPage = false,
}: {
  message: string;
  reassurance?: string;
  isPage?: boolean;
}) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <Card as="section" aria-labelledby="problem" className="grid gap-4 p-5 sm:p-8">
      <Title id="problem" className="flex items-center gap-3 text-2xl">
        <Icon name="circle-alert" className="size-7 shrink-0 text-danger" />
        {t('There was a problem')}
      </Title>
      <p role="alert">{message}</p>
      {reassurance && <p className="text-muted">{reassurance}</p>}
      <div className="flex flex-wrap gap-3">
        <a href="/post-ad?plan=premium" className={buttonClass()}>
          {t('Try Again')}
        </a>
        <a href="/contact" className={buttonClass({ variant: 'secondary' })}>
          {t('Contact Support')}
        </a>
      </div>
    </Card>
  );
}
