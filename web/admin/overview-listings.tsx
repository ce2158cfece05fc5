import type { Overview } from '#contract/analytics.ts';
import { RowChart } from '../ui/charts/chart.tsx';
import { ChartCard } from '../ui/charts/chart-card.tsx';
import { Figure, Figures } from '../ui/figure.tsx';

const SHOWN = 'Listings that visitors see now: active, not expired, and of no suspended owner.';

/** How listings and accounts stand now, whatever period is shown. */
export function OverviewListings({ overview: { listings, accounts } }: { overview: Overview }) {
  const { active, unclaimed, free, enhanced, premium, drafts, paused, hidden, expired } = listings;
  return (
    <>
      <h2 className="mt-4 text-xl">As it stands now</h2>
      <Figures>
        <Figure label="Listings shown" value={counted(active)} note="Now" about={SHOWN} />
        <Figure
          label="Unclaimed"
          value={counted(unclaimed)}
          note="Of those shown"
          about="Listings of open data that no account owns, without samples."
        />
        <Figure
          label="Accounts"
          value={counted(accounts.all)}
          note="All, the administrator’s too"
          about="Accounts that are registered now, suspended ones among them."
        />
        <Figure
          label="Suspended"
          value={counted(accounts.suspended)}
          note="Of all accounts"
          about="Accounts that may not sign in, and whose listings are not shown."
        />
      </Figures>
      <div className="grid gap-4 lg:grid-cols-2">
        <Standing
          title="Listings by level"
          about={SHOWN}
          parts={{ Free: free, Enhanced: enhanced, Premium: premium }}
        />
        <Standing
          title="Listings by state"
          about="Expired is what was not renewed in time. Deleted listings are not counted."
          parts={{ Shown: active, Drafts: drafts, Paused: paused, Hidden: hidden, Expired: expired }}
        />
      </div>
    </>
  );
}

const counted = (count: number) => count.toLocaleString('en-US');

function Standing({ title, about, parts }: { title: string; about: string; parts: Record<string, number> }) {
  const points = Object.entries(parts).map(([name, value]) => ({ name, value, label: counted(value) }));
  const says = `${title}: ${points.map(({ name, label }) => `${name} ${label}`).join(', ')}.`;
  return (
    <ChartCard
      title={title}
      about={about}
      empty={
        points.every(({ value }) => value === 0) && {
          title: 'No listings yet',
          text: 'Each kind gets its bar with the first listing.',
          shape: 'rows',
          height: 200,
        }
      }
      twin={{ columns: ['Listings', 'Count'], rows: points.map(({ name, value }) => [name, value]) }}
    >
      <RowChart points={points} says={says} />
    </ChartCard>
  );
}
