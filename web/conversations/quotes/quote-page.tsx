import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { MAX_QUOTE_BUSINESSES, type QuoteBusinesses } from '#contract/conversations/quotes.ts';
import { isTradeSlug, TRADE_SLUGS, type TradeSlug } from '#contract/conversations/trade-slugs.ts';
import { TRADES } from '#contract/conversations/trades.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_NEAR_LENGTH } from '#contract/limits.ts';
import { getLicenseClasses } from '#contract/listing-fields/license-classes.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { useSite } from '#web/base/api/site.tsx';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Select, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { NobodyToAsk } from './nobody-to-ask.tsx';
import { QuoteForm } from './quote-form.tsx';

export { QuotePage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Get quotes') }];

/** `/quote`: describes a job once for up to five businesses that the visitor picks by name. */
function QuotePage() {
  const site = useSite();
  const { trade, near, licensed } = parseQuoteParams(useSearchParams()[0]);
  return (
    <Container>
      <Metadata
        title={t('Get quotes')}
        description={t(
          'Describe a job once and ask up to {max} businesses in Southern California that you pick by name. Nobody else gets your request.',
          { max: MAX_QUOTE_BUSINESSES },
        )}
        path="/quote"
        jsonLd={[breadcrumbList(site, crumbs)]}
        refined={trade !== null || near !== ''}
      />
      <PageHeading
        title={trade ? t('Get quotes from {trade}', { trade: TRADES[trade].name }) : t('Get quotes')}
        lead={t(
          'Describe the job once and pick up to {max} businesses. Only those get it. We don’t sell your request, and no business pays for it.',
          { max: MAX_QUOTE_BUSINESSES },
        )}
        breadcrumbs={crumbs}
      />
      <WhatAndWhere trade={trade} near={near} licensed={licensed} />
      {trade && near && <Choice key={`${trade} ${near} ${licensed}`} trade={trade} near={near} licensed={licensed} />}
    </Container>
  );
}

/** A plain form, so that the address says what was asked for. */
function WhatAndWhere({ trade, near, licensed }: { trade: TradeSlug | null; near: string; licensed: boolean }) {
  return (
    <form
      key={`${trade} ${near}`}
      action="/quote"
      className="my-6 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <Field label={t('Who do you need?')}>
        {(control) => (
          <Select {...control} name="trade" defaultValue={trade ?? ''}>
            <option value="" disabled>
              {t('Choose')}
            </option>
            {TRADE_SLUGS.map((slug) => (
              <option key={slug} value={slug}>
                {TRADES[slug].name.charAt(0).toUpperCase() + TRADES[slug].name.slice(1)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('Where?')}>
        {(control) => (
          <TextInput
            {...control}
            name="near"
            defaultValue={near}
            minLength={2}
            maxLength={MAX_NEAR_LENGTH}
            placeholder={t('ZIP code or city')}
            autoComplete="postal-code"
          />
        )}
      </Field>
      <Button type="submit" variant={trade && near ? 'secondary' : 'primary'} className="min-h-12">
        {t('Find businesses')}
      </Button>
      {trade && getLicenseClasses(trade).length > 0 && (
        <label className="flex min-h-11 items-center gap-3 sm:col-span-full">
          <input
            type="checkbox"
            name="licensed"
            value="true"
            defaultChecked={licensed}
            className="size-5 shrink-0 accent-pacific"
          />
          {t('Only businesses with a license on the state’s list')}
        </label>
      )}
    </form>
  );
}

function Choice({ trade, near, licensed }: { trade: TradeSlug; near: string; licensed: boolean }) {
  const only = licensed ? { licensed: 'true' } : undefined;
  const path = `/api/quotes/businesses?${new URLSearchParams({ trade, near, ...only })}`;
  const { data, error, refetch } = useQuery<QuoteBusinesses, ApiError>({ queryKey: [path], staleTime: 0 });
  if (error)
    return (
      <EmptyState
        title={t('We couldn’t load the businesses')}
        action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
      >
        {error.message}
      </EmptyState>
    );
  if (!data)
    return (
      <SkeletonGroup className="mt-8">
        <Skeleton className="h-96 w-full rounded-card" />
      </SkeletonGroup>
    );
  if (data.place === null)
    return (
      <EmptyState title={t('We don’t know “{place}”', { place: near })}>
        {t('Enter a ZIP code or a city in Southern California.')}
      </EmptyState>
    );
  if (data.businesses.length === 0)
    return <NobodyToAsk trade={trade} place={data.place} search={{ category: trade, near, ...only }} />;
  return (
    <QuoteForm
      trade={trade}
      near={near}
      place={data.place}
      businesses={data.businesses}
      others={`/search?${new URLSearchParams({ category: trade, near, ...only })}`}
    />
  );
}

/** What `/quote` reads of its URL. Anything that is no trade is ignored. */
function parseQuoteParams(params: URLSearchParams) {
  const trade = params.get('trade') ?? '';
  return {
    trade: isTradeSlug(trade) ? trade : null,
    near: (params.get('near') ?? '').trim().slice(0, MAX_NEAR_LENGTH),
    licensed: params.get('licensed') === 'true',
  };
}
