import type { Level } from '#contract/listings.ts';
import type { HiddenAd } from '#contract/reports.ts';
import type { Pages } from '../app/use-cursor-pages.ts';
import { PagesPanel } from '../layout/pages-panel.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Deeds, deedTo } from './deeds.ts';
import { Moment, Nothing } from './moment.tsx';
import { Reason } from './reason.tsx';

/** The listings that the administrator has hidden, and why. */
export function Hidden({ ads, ...deeds }: { ads: Pages<HiddenAd> } & Deeds) {
  return (
    <PagesPanel
      list={ads}
      what="hidden listings"
      failed="Failed to fetch hidden listings"
      empty="No listing is hidden."
    >
      {(rows) => (
        <DataTable
          caption="Hidden listings, the last hidden first"
          columns={[...columns, { heading: 'Actions', cell: (ad) => <Show ad={ad} {...deeds} />, foot: true }]}
          rows={rows}
          rowKey={(ad) => ad.id}
          busy={ads.isFetching}
        />
      )}
    </PagesPanel>
  );
}

const LEVELS: Record<Level, string> = { free: 'Free', enhanced: 'Enhanced', premium: 'Premium' };

const columns: Column<HiddenAd>[] = [
  {
    heading: 'Listing',
    cell: ({ title, city }) => (
      <>
        <p className="typed font-semibold">{title}</p>
        <p className="typed text-muted text-sm">{city}</p>
      </>
    ),
    className: 'as-table:w-1/4',
  },
  { heading: 'Level', cell: (ad) => LEVELS[ad.level] },
  {
    heading: 'Owner',
    cell: ({ owner }) => (owner ? <span className="wrap-anywhere">{owner.username}</span> : <Nothing />),
  },
  { heading: 'Hidden At', cell: (ad) => <Moment at={ad.hiddenAt} /> },
  { heading: 'Reason', cell: (ad) => <Reason text={ad.reason} />, className: 'as-table:w-1/4' },
];

function Show({ ad, busyWith, perform }: { ad: HiddenAd } & Deeds) {
  const busy = busyWith === deedTo('show', ad.id);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      disabled={busyWith !== null}
      onClick={() => perform('show', ad.id)}
    >
      {!busy && <Icon name="eye" />}
      Show again<span className="sr-only"> {ad.title}</span>
    </Button>
  );
}
