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

/** What an action of many listings would do: how many of them it can change, which not and why. */
export function JobPreview({
  kind,
  preview: { chosen, states, refused, reasons, refusals, owned, paid },
}: {
  kind: BulkActionKind;
  preview: BulkJobResult;
}) {
  const { future, futureOfSome, about } = KIND_TEXTS[kind];
  const deleted = states.find(({ state }) => state === 'deleted')?.count ?? 0;
  const count = chosen - refused;
  return (
    <>
      <p className="font-semibold">
        {count === 0 ? t('Nothing will be changed.') : refused === 0 ? future(count) : futureOfSome(count, chosen)}
      </p>
      {chosen > 0 && (
        <>
          <p className="text-sm">
            {t('{count, plural, one {# listing now:} other {# listings now:}}', { count: chosen })}
          </p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-sm tabular-nums">
            {states
              .filter(({ state }) => state !== 'deleted')
              .map((row) => (
                <div key={row.state} className="contents">
                  <dt>{STATE_LABELS[row.state]}</dt>
                  <dd>{t('{count, number}', { count: row.count })}</dd>
                </div>
              ))}
          </dl>
        </>
      )}
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {count > 0 && <li>{about(count)}</li>}
        {deleted > 0 && (
          <li>
            {t('{count, plural, one {One deleted listing is left out.} other {# deleted listings are left out.}}', {
              count: deleted,
            })}
          </li>
        )}
        {count > 0 && <Effects kind={kind} count={count} owned={owned} paid={paid} />}
      </ul>
      {refused > 0 && (
        <>
          <p className="mt-1 text-sm">
            {t('{count, plural, one {One listing stays as it is:} other {# listings stay as they are:}}', {
              count: refused,
            })}
          </p>
          {refused > refusals.length && (
            <>
              <ul className="grid list-disc gap-1 pl-5 text-sm">
                {reasons.map((reason) => (
                  <li key={reason.message}>
                    {t('{count, number}: {reason}', { count: reason.count, reason: reason.message })}
                  </li>
                ))}
              </ul>
              <p className="text-sm">{t('These are the first {count, number}:', { count: refusals.length })}</p>
            </>
          )}
          <Refusals kind={kind} refusals={refusals} />
        </>
      )}
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
