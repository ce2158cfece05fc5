import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';

/** The last section of a text page: an invitation to ask a question, with a link to the contact page. */
export function ContactPrompt({
  title,
  action = t('Contact us'),
  onClick,
  children,
}: {
  title: string;
  action?: string;
  /** Called when the visitor follows the link. */
  onClick?: () => void;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby="ask-us"
      className="no-print mt-10 flex flex-wrap items-center justify-between gap-5 rounded-card bg-pacific-wash p-6 md:mt-16 md:p-8"
    >
      <div>
        <h2 id="ask-us" className="text-xl md:text-2xl">
          {title}
        </h2>
        <p className="mt-2 max-w-measure text-muted">{children}</p>
      </div>
      <a href="/contact" onClick={onClick} className={buttonClass()}>
        {action}
      </a>
    </section>
  );
}
