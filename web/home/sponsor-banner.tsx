import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { AdSlot } from '#web/base/advertising/ad-slot.tsx';
import { queries } from '#web/base/api/queries.ts';
import { buttonClass } from '#web/base/ui/button.tsx';

/** Three ad slots, and an invitation to fill them. */
export function SponsorBanner() {
  const { data: texts } = useQuery({ ...queries.homeTexts(), throwOnError: false });
  return (
    <section aria-labelledby="sponsor" className="mt-8 rounded-card border bg-card p-4 sm:p-6 md:mt-16 md:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="sponsor" className="text-xl md:text-2xl">
            {texts?.sponsorTitle}
          </h2>
          <p className="mt-1 text-muted">{texts?.sponsorText}</p>
        </div>
        <a href="/contact" className={buttonClass()}>
          {t('Contact us about advertising')}
        </a>
      </div>
      <div className="sponsor-slots">
        <AdSlot name="home-1" page="home" shape="strip" />
        <AdSlot name="home-2" page="home" shape="strip" />
        <AdSlot name="home-3" page="home" shape="strip" />
      </div>
    </section>
  );
}
