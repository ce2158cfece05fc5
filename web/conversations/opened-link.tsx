import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { useLinkToken } from '#web/base/session/link-token.ts';
import { NeedsScript } from '#web/base/session/needs-script.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';

/**
 * What a page shows after the link of an email that led to it, if one did, was exchanged for a cookie.
 * @param children `endedToken` is that of a link that does not work any more: what it was about may still be open to an account or by
 *   an earlier link
 */
export function OpenedLink({ children }: { children: (endedToken: string | null) => ReactNode }) {
  const token = useLinkToken();
  const { isPending, error, refetch } = useQuery<null, ApiError>({
    // Not an API path: the token is in the body, where no log has it.
    queryKey: ['link', token],
    queryFn: async () => {
      await send('POST', '/api/links/open', { token });
      return null;
    },
    enabled: Boolean(token),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === null) return children(null);
  if (error?.status === 400) return children(token ?? null);
  if (error)
    return (
      <EmptyState
        as="h1"
        title={t('We couldn’t open the link')}
        action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
      >
        {error.message}
      </EmptyState>
    );
  if (!isPending) return children(null);
  return (
    <NeedsScript>
      <Spinner label={t('Opening the link…')} className="min-h-60" />
    </NeedsScript>
  );
}
