/** The categories whose businesses visitors can ask for quotes: the keys of `TRADES`, without their questions. */
export const TRADE_SLUGS = [
  'plumbers',
  'electricians',
  'hvac',
  'contractors',
  'roofing',
  'painters',
  'landscaping',
  'pool-services',
  'cleaning-services',
  'pest-control',
  'movers',
  'flooring',
  'solar',
  'garage-doors',
  'handyman',
  'appliance-repair',
  'auto-repair',
  'caterers',
  'photographers',
  'junk-recycling',
] as const;
export type TradeSlug = (typeof TRADE_SLUGS)[number];

/** Whether a category is one of them. */
export const isTradeSlug = (slug: string): slug is TradeSlug => (TRADE_SLUGS as readonly string[]).includes(slug);
