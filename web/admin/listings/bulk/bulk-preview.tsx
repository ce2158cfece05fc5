import type { BulkActionKind, BulkJobResult, BulkResult } from '#contract/admin/bulk-actions.ts';
import { t } from '#contract/i18n/t.ts';
import { STATE_LABELS } from '#web/admin/listings/listing-filter.ts';
import { KIND_TEXTS } from './kinds.ts';
import { describeOwnersEmailed } from './owners-emailed.ts';
import { Refusals, toRefusals } from './refusals.tsx';

/** What an action would do, and the listings that refuse it. */
export function Preview({
  kind,
  preview: { results, owned, paid },
  listings,
}: {
  kind: BulkActionKind;
  preview: BulkResult;
  listings: { id: number; title: string }[];
}) {
  const { future, futureOfSome, about } = KIND_TEXTS[kind];
  const refusals = toRefusals(results, listings);
  const count = results.length - refusals.length;
  return (
    <>
      <p className="font-semibold">
        {count === results.length
          ? future(count)
          : count === 0
            ? t('Nothing will be changed.')
            : futureOfSome(count, results.length)}
      </p>
      {count > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>{about(count)}</li>
          <Effects kind={kind} count={count} owned={owned} paid={paid} />
        </ul>
      )}
      {refusals.length > 0 && (
        <>
          <p className="mt-1 text-sm">
            {t('{count, plural, one {One listing stays as it is:} other {# listings stay as they are:}}', {
              count: refusals.length,
            })}
          </p>
          <Refusals kind={kind} refusals={refusals} />
        </>
      )}
    </>
  );
}

/** What an action of many listings would do: how many of them are in which state. */
export function JobPreview({
  kind,
  preview: { chosen, states, owned, paid },
}: {
  kind: BulkActionKind;
  preview: BulkJobResult;
}) {
  const deleted = states.find(({ state }) => state === 'deleted')?.count ?? 0;
  if (chosen === 0) return <p className="font-semibold">{t('Nothing will be changed.')}</p>;
  return (
    <>
      <p className="font-semibold">
        {t('{count, plural, one {# listing now:} other {# listings now:}}', { count: chosen })}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-sm tabular-nums">
        {states
          .filter(({ state }) => state !== 'deleted')
          .map(({ state, count }) => (
            <div key={state} className="contents">
              <dt>{STATE_LABELS[state]}</dt>
              <dd>{t('{count, number}', { count })}</dd>
            </div>
          ))}
      </dl>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>{KIND_TEXTS[kind].about(chosen)}</li>
        {deleted > 0 && (
          <li>
            {t('{count, plural, one {One deleted listing is left out.} other {# deleted listings are left out.}}', {
              count: deleted,
            })}
          </li>
        )}
        <li>{t('Listings where this can’t be done stay as they are, and you’ll see which ones and why.')}</li>
        <Effects kind={kind} count={chosen} owned={owned} paid={paid} />
      </ul>
    </>
  );
}

function Effects({ kind, count, owned, paid }: { kind: BulkActionKind; count: number; owned: number; paid: number }) {
  return (
    <>
      <li>{describeOwnersEmailed(owned, count)}</li>
      {kind === 'delete' && paid > 0 && (
        <li>
          {count === 1
            ? t('It is paid for. Nothing is refunded automatically: you can do that under Payments.')
            : t(
                '{count, plural, one {One is paid for.} other {# are paid for.}} Nothing is refunded automatically: you can do that under Payments.',
                { count: paid },
              )}
        </li>
      )}
      <li>{t('You can undo this for 30 days under Recent bulk actions.')}</li>
    </>
  );
}
