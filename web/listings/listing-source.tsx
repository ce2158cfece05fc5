import type { ReactNode } from 'react';
import type { FactSource } from '#contract/fact-sources.ts';
import type { ListingPage } from '#contract/listings.ts';
import { ClaimButton } from '../claims/claim-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatMonth } from '../ui/time.tsx';

/** States the source of an unclaimed or sample listing, and offers to claim an unclaimed one. */
export function ListingSource({ listing }: { listing: ListingPage }) {
  if (listing.sample) {
    return (
      <Note title="Sample">
        This isn’t a real business. It shows what a paid listing looks like. Its photos, phone number and address are
        made up.
      </Note>
    );
  }
  if (!listing.unclaimed) return null;
  const [source] = listing.sources;
  return (
    <Note title="Unclaimed listing" action={<ClaimButton listing={listing} />}>
      {`This information comes from open data${source ? ` (${formatSource(source)})` : ''}.`} The business hasn’t
      confirmed it.
    </Note>
  );
}

/** Who said the facts of an open-data listing, and when: 'From USDA SNAP, 2022. Phone from Open Brewery DB, March 2025.' */
export function FactSources({ listing: { sources, unclaimed } }: { listing: ListingPage }) {
  return sources.map((source) => {
    const facts = source.facts.filter((fact) => fact !== 'point');
    const said = facts.map((fact, index) => (index === 0 ? fact[0]?.toUpperCase() + fact.slice(1) : fact));
    const [last] = said.splice(-1);
    const subject = said.length > 0 ? `${said.join(', ')} and ${last}` : last;
    const from = subject ? `${subject} from ` : source.facts.length > 0 ? 'Map point from ' : 'From ';
    return (
      <span key={from + source.title}>
        {unclaimed || from !== 'From ' ? from : 'Some facts from '}
        {source.url ? (
          <a href={source.url} className="link" rel="noopener">
            {source.title}
          </a>
        ) : (
          <bdi>{source.title}</bdi>
        )}
        {source.date && `, ${formatMonth(source.date)}`}
        {'. '}
      </span>
    );
  });
}

/** Says that a source no longer has the business. */
export function PossibleClosure({
  closure: { title, date, reason },
}: {
  closure: NonNullable<ListingPage['possibleClosure']>;
}) {
  return (
    <p className="mt-2 flex gap-2">
      <Icon name="info" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>
        <strong className="font-semibold">May have closed.</strong> <bdi>{title}</bdi>{' '}
        {reason === 'closed' ? 'listed it as closed' : 'no longer listed it'}
        {date && ` in ${formatMonth(date)}`}.
      </span>
    </p>
  );
}

const formatSource = ({ title, date }: FactSource) => (date ? `${title}, ${formatMonth(date)}` : title);

function Note({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-6 flex max-w-measure gap-3 rounded-card bg-pacific-wash p-4">
      <Icon name="info" className="mt-0.5 size-5 shrink-0 text-pacific" />
      <div>
        <p>
          <strong className="font-semibold">{title}.</strong> {children}
        </p>
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
