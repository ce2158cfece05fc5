import type { ReactNode } from 'react';
import type { FactName, FactSource } from '#contract/fact-sources.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { rich } from '#web/base/i18n/rich.ts';

/** Who said the facts of an open-data listing, and when: 'From USDA SNAP, 2022; phone from Open Brewery DB, 2025'. */
export const FactSources = ({ listing: { sources, unclaimed } }: { listing: ListingPage }) =>
  sources.map((source, index) => (
    <span key={`${source.title} ${source.facts}`}>
      {unclaimed && index === 0 ? describeSource(source) : describeOtherSource(source)}
    </span>
  ));

function describeSource(source: FactSource): ReactNode {
  const link = <SourceLink source={source} />;
  if (!source.date) return rich('From {source}', { source: link });
  return rich('From {source}, {date}', { source: link, date: toYear(source.date) });
}

function describeOtherSource(source: FactSource): ReactNode {
  const link = <SourceLink source={source} />;
  const facts = source.facts.map((name) => FACT_LABELS[name]).join(', ') || t('other facts');
  if (!source.date) return rich('; {facts} from {source}', { facts, source: link });
  return rich('; {facts} from {source}, {date}', { facts, source: link, date: toYear(source.date) });
}

/** The year of the data. Its month would look as if somebody had looked then. */
const toYear = (date: string) => date.slice(0, 4);

const SourceLink = ({ source: { title, url } }: { source: FactSource }) =>
  url ? (
    <a href={url} className="link">
      {title}
    </a>
  ) : (
    title
  );

export const FACT_LABELS: Record<FactName, string> = {
  name: t('name', null, 'fact'),
  category: t('category', null, 'fact'),
  address: t('address', null, 'fact'),
  point: t('point', null, 'fact'),
  phone: t('phone', null, 'fact'),
  email: t('email', null, 'fact'),
  website: t('website', null, 'fact'),
  hours: t('hours', null, 'fact'),
  description: t('description', null, 'fact'),
  wic: t('that it accepts WIC', null, 'fact'),
  ebt: t('that it accepts EBT', null, 'fact'),
};
