import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { ListingRowSkeletons, ListingRows } from '#web/listings/listing-rows.tsx';
import { toListHref } from '#web/saved/saved-lists.ts';
import { sharedListQuery } from '#web/saved/shared-list-query.ts';
import { loadSavedStore } from '#web/saved/use-saved-ids.ts';

export { SharedListError as ErrorBoundary, SharedListPage as Component };

const PAGE_SIZE = 50;

/** `/lists/{token}`: a list of businesses for whoever has its link. */
function SharedListPage() {
  const { token = '' } = useParams();
  const { data } = useQuery(sharedListQuery(token));
  const [shown, setShown] = useState(PAGE_SIZE);
  const name = data?.name ?? '…';
  return (
    <Container className="py-8 md:py-12">
      <Metadata
        title={t('Shared list: {name}', { name })}
        description={t('A list of businesses that somebody shares.')}
        path={`/lists/${token}`}
        noindex
      />
      <h1 className="typed text-2xl sm:text-3xl">{name}</h1>
      <p className="mt-2 mb-6 text-muted">{t('A visitor of this site made and named this list.')}</p>
      {!data && <ListingRowSkeletons count={3} />}
      {data?.listings.length === 0 && <NothingListed />}
      {data && data.listings.length > 0 && (
        <>
          <CopyButton token={token} ids={data.listings.map(({ id }) => id)} />
          <h2 className="sr-only">{t('Businesses')}</h2>
          <ListingRows listings={data.listings.slice(0, shown)} />
          {shown < data.listings.length && (
            <div className="mt-6 text-center">
              <Button variant="secondary" onClick={() => setShown(shown + PAGE_SIZE)}>
                {t('Show more')}
              </Button>
            </div>
          )}
        </>
      )}
    </Container>
  );
}

/** Saves a copy, which the visitor can change. */
function CopyButton({ token, ids }: { token: string; ids: number[] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation, busy } = useRunMutation();
  const copy = () =>
    runMutation(t('Couldn’t save'), async () => {
      const { copyList } = await loadSavedStore();
      const id = await copyList(client, token, ids);
      await navigate(id === null ? '/saved' : toListHref({ id }));
      toast({
        title: t('Saved', null, 'done'),
        description: id === null ? t('It’s saved in this browser. Sign in to see it everywhere.') : undefined,
        tone: 'success',
      });
    });
  return (
    <p className="mb-4 noscript:hidden">
      <Button busy={busy} onClick={copy}>
        {!busy && <Icon name="copy" />}
        {t('Save a copy')}
      </Button>
    </p>
  );
}

function NothingListed() {
  return (
    <EmptyState
      as="h2"
      title={t('Nothing on this list right now')}
      action={
        <a href="/search" className={buttonClass()}>
          {t('Search the directory')}
        </a>
      }
    />
  );
}

function SharedListError() {
  return (
    <PageError
      notFoundText={{
        title: t('This list isn’t shared anymore'),
        text: t('Whoever made it may have stopped sharing or deleted it. Or a part of the link is missing.'),
      }}
    />
  );
}
