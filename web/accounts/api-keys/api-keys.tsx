import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ApiKey, CreatedApiKey } from '#contract/ownership/api-keys.ts';
import { Panel } from '#web/accounts/panel.tsx';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { API_KEYS_PATH, SCOPE_LABELS } from './key-values.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKeyButton } from './revoke-key-button.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const apiKeysQuery = queryOptions<Page<ApiKey>, ApiError>({ queryKey: [API_KEYS_PATH] });

/** The API keys of the account, with buttons to create and to revoke one. */
export function ApiKeys() {
  const client = useQueryClient();
  const { user } = useUser();
  const { origin } = useSite();
  const isConfirmed = !user?.email || user.emailConfirmed;
  const { data, error, refetch } = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: [API_KEYS_PATH] });
  const onCreated = async (key: CreatedApiKey) => {
    setCreating(false);
    setCreated(key);
    await reload();
  };
  return (
    <Panel
      title={t('API keys')}
      lead={rich('For a CRM, an assistant at {address} or another program that works with your listings. {guide}', {
        address: <span translate="no">{`${origin}/mcp`}</span>,
        guide: (
          <a href="/api/docs#using-the-api" className="link">
            {t('How to use the API')}
          </a>
        ),
      })}
    >
      {!data && !error && (
        <SkeletonGroup label={t('Loading your API keys…')}>
          <Skeleton className="h-16" />
        </SkeletonGroup>
      )}
      {!data && error && (
        <div className="grid justify-items-start gap-3">
          <p>{t('We couldn’t load your API keys.')}</p>
          <Button variant="secondary" size="sm" onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {data && (
        <>
          {data.items.length === 0 && <p className="text-muted">{t('You have no API keys.')}</p>}
          <ul className="divide-y">
            {data.items.map((apiKey) => (
              <KeyRow key={apiKey.id} apiKey={apiKey} reload={reload} />
            ))}
          </ul>
          {isConfirmed ? (
            <Button variant="secondary" size="sm" className="mt-4" onClick={() => setCreating(true)}>
              {t('Create an API key')}
            </Button>
          ) : (
            <p className="mt-4">{t('Confirm your email first. The link is in your inbox.')}</p>
          )}
        </>
      )}
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} onCreated={onCreated} />}
      <SecretDialog
        secret={created?.key ?? null}
        title={t('Copy your API key')}
        warning={t('We can’t show it again. Keep it secret: whoever has it can act for you.')}
        copiedText={t('Paste the key into the program now.')}
        onClose={() => setCreated(null)}
      />
    </Panel>
  );
}

function KeyRow({ apiKey, reload }: { apiKey: ApiKey; reload: () => Promise<void> }) {
  const { name, prefix, scopes, lastUsedAt, expiresAt } = apiKey;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3 first:pt-0 sm:flex-nowrap">
      <div className="flex min-w-0 grow basis-60 gap-3">
        <Icon name="key-round" className="mt-1 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{name}</p>
          <p className="font-mono text-muted text-sm" translate="no">
            {prefix}…
          </p>
          <p className="text-muted text-sm">{scopes.map((scope) => SCOPE_LABELS[scope]).join(' · ')}</p>
          <p className="text-muted text-sm">
            {lastUsedAt ? rich('Last used {used}', { used: <DateTime at={lastUsedAt} /> }) : t('Not used yet')}
            {' · '}
            {expiresAt === null && t('No end date')}
            {expiresAt !== null &&
              (isOver
                ? rich('Ended {end}', { end: <DateTime at={expiresAt} /> })
                : rich('Ends {end}', { end: <DateTime at={expiresAt} /> }))}
          </p>
        </div>
      </div>
      <RevokeKeyButton path={`${API_KEYS_PATH}/${apiKey.id}`} name={name} reload={reload} />
    </li>
  );
}
