import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';

/** Invites owners to post a listing. The last section of pages that list businesses. */
export function CallToAction({ title = t('Is your business missing?') }: { title?: string }) {
  return (
    <section
      aria-labelledby="call-to-action"
      className="mt-10 flex flex-wrap items-center justify-between gap-5 rounded-card bg-pacific-wash p-6 md:mt-16 md:p-8"
    >
      <div>
        <h2 id="call-to-action" className="text-xl md:text-2xl">
          {title}
        </h2>
        <p className="mt-2 max-w-measure text-muted">
          {t(
            'A standard listing is free. Premium listings appear above free ones, with your logo, website and a map pin.',
          )}
        </p>
      </div>
      <p className="flex flex-wrap gap-3">
        <a href="/post-ad" className={buttonClass()}>
          {t('Post an Ad')}
        </a>
        <a href="/rates" className={buttonClass({ variant: 'secondary' })}>
          {t('See rates')}
        </a>
      </p>
    </section>
  );
}
