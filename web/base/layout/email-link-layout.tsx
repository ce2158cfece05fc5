import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Metadata } from './metadata.tsx';

/** The layout of pages with a single task that are opened from an email, or lead to one. */
export function EmailLinkLayout({
  title,
  description,
  path,
  children,
}: {
  title: string;
  description: string;
  path: string;
  children: ReactNode;
}) {
  return (
    <Container className="py-8 md:py-14">
      <Metadata title={title} description={description} path={path} noindex />
      <Card className="mx-auto grid max-w-[34rem] gap-5 p-5 sm:p-8">{children}</Card>
    </Container>
  );
}

/** A task or its result. A result (with an icon) focuses its heading, so that it is read out. */
export function ResultMessage({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-4">
      {icon && (
        <span aria-hidden="true" className="round-icon size-14 p-3.5 [&>svg]:size-7">
          {icon}
        </span>
      )}
      <h1 ref={icon ? focusHeading : undefined} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
        {title}
      </h1>
      {children}
    </div>
  );
}

/** What a page shows when the link has no token, or the API refuses it. */
export function InvalidLink({
  reason = t('This link is incomplete. Open it again from your email.'),
  hint,
  accountSection,
}: {
  reason?: string;
  /** A hint at what the visitor can do instead. */
  hint: string;
  /** The section of the account page to which the button leads. */
  accountSection?: string;
}) {
  return (
    <ResultMessage title={t('This link doesn’t work')} icon={<Icon name="unlink" />}>
      <p>{reason}</p>
      <p className="text-muted">{hint}</p>
      <AccountLink section={accountSection} />
    </ResultMessage>
  );
}

/** A button that leads to the account page, or to a section of it. */
export const AccountLink = ({ section }: { section?: string }) => (
  <a href={section ? `/account#${section}` : '/account'} className={`${buttonClass()} justify-self-start`}>
    {t('Go to your account')}
  </a>
);

function focusHeading(heading: HTMLElement | null) {
  heading?.focus({ preventScroll: true });
}
