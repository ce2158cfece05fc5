import type { ComponentProps, ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { useLinkToken } from '#web/base/session/link-token.ts';
import { NeedsScript } from '#web/base/session/needs-script.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { EmailLinkLayout } from './email-link-layout.tsx';

/**
 * A page that is opened by the token of an emailed link. Only the browser has it, so until then, and without JavaScript, there is no content.
 * @param withoutToken what the page shows when its address has no token
 */
export function LinkTokenLayout({
  withoutToken,
  children,
  ...layout
}: Omit<ComponentProps<typeof EmailLinkLayout>, 'children'> & {
  withoutToken: ReactNode;
  children: (token: string) => ReactNode;
}) {
  const token = useLinkToken();
  return (
    <EmailLinkLayout {...layout}>
      {token === undefined ? (
        <>
          <h1 className="text-2xl sm:text-3xl">{layout.title}</h1>
          <NeedsScript>
            <Spinner label={t('Opening the link…')} className="min-h-40" />
          </NeedsScript>
        </>
      ) : token ? (
        children(token)
      ) : (
        withoutToken
      )}
    </EmailLinkLayout>
  );
}
