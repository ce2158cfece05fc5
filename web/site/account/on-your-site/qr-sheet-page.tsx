import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import '#web/base/styles/private.css';
import { t } from '#contract/i18n/t.ts';
import { useSite } from '#web/base/api/site.tsx';
import { localPath } from '#web/base/i18n/language.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { useOwnListing } from '#web/base/session/own-listing-queries.ts';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { QrCode } from '#web/base/ui/qr-code.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { Choice } from './kit-options.tsx';

export { ListingError as ErrorBoundary } from '#web/listings/listing-error.tsx';
export { QrSheetPage as Component };

const SHEETS = {
  sticker: t('Stickers, twelve on a page'),
  tent: t('Table tent, to fold'),
  truck: t('Sign for a truck or window'),
};
type Sheet = keyof typeof SHEETS;

/** `/account/ads/{id}/qr-sheet`: the QR code of a listing on a page to print. */
function QrSheetPage() {
  const { id = '' } = useParams();
  const loading = <Spinner label={t('Loading…')} className="min-h-60" />;
  return (
    <Container>
      <Metadata
        title={t('Stickers and signs')}
        description={t('QR codes to print.')}
        path={`/account/ads/${id}/qr-sheet`}
        noindex
      />
      {/* The footer stays below the screen while the listing is read. */}
      <div className="min-h-dvh print:min-h-0">
        <RequireUser loading={loading}>{() => <QrSheets id={id} loading={loading} />}</RequireUser>
      </div>
    </Container>
  );
}

function QrSheets({ id, loading }: { id: string; loading: ReactNode }) {
  const listing = useOwnListing(id);
  const [sheet, setSheet] = useState<Sheet>('sticker');
  const { origin, name } = useSite();
  if (!listing) return loading;
  const code = { url: origin + localPath(`/q/${id}`), title: listing.businessName, site: name };
  return (
    <>
      <div className="no-print">
        <PageHeading
          title={t('Stickers and signs')}
          lead={t('Each code opens {title}.', { title: listing.businessName })}
          breadcrumbs={[{ label: t('Account'), href: '/account#on-your-site' }, { label: t('Stickers and signs') }]}
        />
        <div className="my-6 flex flex-wrap items-end gap-4">
          <Choice label={t('What to print')} options={SHEETS} value={sheet} onChange={setSheet} />
          <Button onClick={() => print()}>{t('Print')}</Button>
        </div>
      </div>
      {sheet === 'sticker' && (
        <ul className="grid grid-cols-2 gap-px sm:grid-cols-3 print:grid-cols-3">
          {Array.from({ length: 12 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: twelve equal stickers.
            <li key={index} className="break-inside-avoid border border-dashed p-3">
              <Sign {...code} size="size-28" heading="text-sm" />
            </li>
          ))}
        </ul>
      )}
      {sheet === 'tent' && (
        <div className="mx-auto max-w-xl border border-dashed">
          <div className="rotate-180 p-8">
            <Sign {...code} size="size-48" heading="text-2xl" />
          </div>
          <div className="border-t border-dashed p-8">
            <Sign {...code} size="size-48" heading="text-2xl" />
          </div>
        </div>
      )}
      {sheet === 'truck' && <Sign {...code} size="size-96 max-w-full" heading="text-4xl" />}
    </>
  );
}

function Sign({ url, title, site, size, heading }: Record<'url' | 'title' | 'site' | 'size' | 'heading', string>) {
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <p className={`typed wrap-anywhere font-semibold ${heading}`}>{title}</p>
      <QrCode text={url} label={t('QR code of {title}', { title })} className={size} />
      <p className="text-sm">{t('Scan for hours, reviews and messages on {site}', { site })}</p>
    </div>
  );
}
