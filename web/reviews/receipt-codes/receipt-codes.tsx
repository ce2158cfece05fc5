import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { BATCH_SIZES, type ReceiptListing } from '#contract/reviews/receipt-codes.ts';
import { type ApiError, getJson, type Page, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { toOptionLabel } from '#web/base/session/namesakes.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import type { NewCards } from './new-cards.ts';

const PATH = '/api/user/receipt-codes';
const codesQuery = queryOptions<Page<ReceiptListing>, ApiError>({
  queryKey: [PATH],
  queryFn: async () => (await getJson(PATH)) as Page<ReceiptListing>,
  staleTime: 0,
});

/** Cards with receipt codes that an owner prints and hands out, and how many were used. */
export function ReceiptCodes() {
  const { data } = useQuery(codesQuery);
  const [open, setOpen] = useState(false);
  const listings = data?.items ?? [];
  if (listings.length === 0) return null;
  const batches = listings.flatMap((own) =>
    own.batches.map((batch) => ({ ...batch, title: toOptionLabel(own, listings) })),
  );
  return (
    <section aria-labelledby="receipt-codes" className="mb-6 rounded-card bg-pacific-wash p-5">
      <h3 id="receipt-codes" className="text-lg">
        {t('Ask customers for reviews')}
      </h3>
      <p className="mt-1 max-w-measure">
        {t(
          'Print cards with a code and hand out one with each receipt, to every customer and not only to happy ones. Never pay for praise: that’s against the law. You can’t see who used which code.',
        )}
      </p>
      {batches.length > 0 && (
        <ul className="mt-3 grid gap-1 text-sm">
          {batches.map(({ id, title, count, used, createdAt, expiresAt }) => (
            <li key={id}>
              {rich('{listing}: {used} of {count} used · made {made} · valid until {end}', {
                listing: <bdi className="font-semibold">{title}</bdi>,
                used,
                count,
                made: <LongDate at={createdAt} />,
                end: <LongDate at={expiresAt} />,
              })}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4">
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('Make cards')}
        </Button>
      </p>
      {open && <MakeCards listings={listings} onClose={() => setOpen(false)} />}
    </section>
  );
}

function MakeCards({ listings, onClose }: { listings: ReceiptListing[]; onClose: () => void }) {
  const navigate = useNavigate();
  const [listingId, setListingId] = useState(listings[0]?.id ?? 0);
  const [count, setCount] = useState<number>(BATCH_SIZES[0]);
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const business = listings.find(({ id }) => id === listingId)?.business ?? '';
  const make = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('We couldn’t make the cards'), async () => {
      const { codes } = await send<{ codes: string[] }>('POST', `/api/user/ads/${listingId}/receipt-codes`, { count });
      await navigate('/account/receipt-cards', { state: { codes, business } satisfies NewCards });
    });
    setState({ failure: failure?.message });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Make cards with receipt codes')}
      actions={
        <>
          <Button busy={state.busy ?? false} onClick={() => void make()}>
            {t('Make {count} cards', { count })}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {listings.length > 1 && (
          <Field label={t('Listing')}>
            {(control) => (
              <Select {...control} value={listingId} onChange={(event) => setListingId(Number(event.target.value))}>
                {listings.map((own) => (
                  <option key={own.id} value={own.id}>
                    {toOptionLabel(own, listings)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={t('How many?')} hint={t('Each code works once, for a year.')}>
          {(control) => (
            <Select {...control} value={count} onChange={(event) => setCount(Number(event.target.value))}>
              {BATCH_SIZES.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <p role="alert" className="text-danger empty:hidden">
          {state.failure}
        </p>
      </div>
    </Dialog>
  );
}
