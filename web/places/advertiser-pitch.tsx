import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** An offer to advertise in a place, with a link to the contact page. @param children the benefit and the price */
export function AdvertiserPitch({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby="pitch"
      className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card bg-poppy-wash p-5 md:p-6"
    >
      <Icon name="megaphone" className="size-8 shrink-0 text-poppy-text max-sm:hidden" />
      <div className="min-w-0 grow basis-64">
        <h2 id="pitch" className="text-xl">
          {title}
        </h2>
        <p className="mt-2">{children}</p>
      </div>
      <a href="/contact" className={buttonClass()}>
        {t('Advertise here')}
      </a>
    </section>
  );
}
