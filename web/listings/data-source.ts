// The files in data/ name their source in words of their own; a date is shown where data/README.md knows it.
const DATA_SOURCES: Record<string, string> = {
  'CA WIC vendors via code4sac': 'California WIC',
  'CDFA certified farmers markets via LA pipeline 2023-03-01':
    'California Department of Food and Agriculture, March 2023',
  'USDA SNAP historical retailers 2022': 'USDA SNAP, 2022',
};

/** The source of a listing's facts and, where it is known, the date of the data: 'USDA SNAP, 2022'. */
export const formatDataSource = (source: string): string => DATA_SOURCES[source] ?? source;
