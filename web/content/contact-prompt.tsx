import type { ReactNode } from 'react';
import { buttonClass } from '../ui/button.tsx';

/** The end of a page of texts: who has read it and still has a question finds somebody to ask. */
export function ContactPrompt({
  title,
  action = 'Contact us',
  onClick,
  children,
}: {
  title: string;
  action?: string;
  /** Called when the visitor goes on to the contact page. */
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
