import { useLocation } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { useSite } from '#web/base/api/site.tsx';
import { localPath } from '#web/base/i18n/language.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { useHydrated } from '#web/base/ui/form/use-hydrated.ts';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { QrCode } from '#web/base/ui/qr-code.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import type { NewCards } from './new-cards.ts';

export { CardsPage as Component };

/** `/account/receipt-cards`: new cards with receipt codes, to print. */
function CardsPage() {
  const { state } = useLocation();
  // The server knows no state.
  const cards = useHydrated() ? (state as NewCards | null) : undefined;
  return (
    <Container>
      <Metadata title={t('Receipt cards')} description={t('Cards to print.')} path="/account/receipt-cards" noindex />
      {/* The footer stays below the screen while the cards are read. */}
      <div className="min-h-dvh print:min-h-0">
        {cards === undefined && <Spinner label={t('Loading the cards…')} className="min-h-60" />}
        {cards && <Cards {...cards} />}
        {cards === null && (
          <EmptyState
            as="h1"
            title={t('No new cards')}
            action={
              <a href="/account#reviews" className={buttonClass()}>
                {t('Make cards')}
              </a>
            }
          >
            {t(
              'Cards are shown once, when they are made, because we keep no copy of the codes that anybody could read.',
            )}
          </EmptyState>
        )}
      </div>
    </Container>
  );
}

function Cards({ codes, business }: NewCards) {
  const { origin } = useSite();
  const address = origin.replace(/^https?:\/\//, '') + localPath('/receipt-codes');
  return (
    <>
      <div className="no-print">
        <PageHeading
          title={t('{count} cards for {business}', { count: codes.length, business })}
          lead={t(
            'Print them or save them as PDF now, then cut them apart. They are shown only once: we keep no copy of the codes that anybody could read.',
          )}
          breadcrumbs={[{ label: t('Account'), href: '/account#reviews' }, { label: t('Receipt cards') }]}
        />
        <p className="my-6">
          <Button onClick={() => print()}>{t('Print the cards')}</Button>
        </p>
      </div>
      <ul className="grid gap-px sm:grid-cols-2 print:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="flex break-inside-avoid items-center gap-4 border border-dashed p-4">
            <QrCode
              text={origin + localPath(`/receipt-codes#code=${code}`)}
              label={t('QR code with {code}', { code })}
              className="size-24 shrink-0"
            />
            <div className="min-w-0">
              <p className="typed line-clamp-2 font-semibold">{t('How was {business}?', { business })}</p>
              <p className="mt-1 font-mono text-lg">{code}</p>
              <p className="wrap-anywhere mt-1 text-muted text-sm">
                {t('Scan to review us, or enter the code at {address}', { address })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
