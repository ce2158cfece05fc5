import { toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** The QR code of a listing: to look at, to download, and on sheets to print. */
export function QrKit({ listing: { id, businessName } }: { listing: OwnerListing }) {
  const file = (format: 'svg' | 'png') => toLocalPath(`/qr/${id}.${format}`, LANGUAGE);
  const button = buttonClass({ variant: 'secondary', size: 'sm' });
  return (
    <div className="grid gap-6">
      <p className="max-w-measure text-muted">
        {t('Customers who scan it open your listing. With a paid plan, your analytics show how many the code brought.')}
      </p>
      <img
        src={file('svg')}
        alt={t('QR code of {title}', { title: businessName })}
        width={200}
        height={200}
        className="rounded-field border bg-white"
      />
      <p className="flex flex-wrap gap-3">
        <a href={file('svg')} download={`qr-${id}.svg`} className={button}>
          <Icon name="download" />
          {t('Download as SVG')}
        </a>
        <a href={file('png')} download={`qr-${id}.png`} className={button}>
          <Icon name="download" />
          {t('Download as PNG')}
        </a>
        <a href={`/account/ads/${id}/qr-sheet`} className={button}>
          <Icon name="printer" />
          {t('Print stickers and signs')}
        </a>
      </p>
    </div>
  );
}
