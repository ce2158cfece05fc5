import { parseArgs } from 'node:util';
import { parseMapping } from '#server/source-files/column-mapping.ts';
import { ImportError, type ReadOptions } from '#server/source-files/rows.ts';

const USAGE =
  'Usage: npm run import -- FILE [--dry-run] [--refresh] [--map name=Business,zip=Postal] [--source NAME] --date YYYY-MM|unknown ' +
  '[--category SLUG] [--min-confidence 0.5] [--businesses] [--swap-points]\n       npm run import -- --list\n       npm run import -- --undo ID';

/** What `npm run import` does with a file. */
export type FileArguments = Pick<
  ReadOptions,
  'mapping' | 'source' | 'date' | 'category' | 'minConfidence' | 'areBusinesses' | 'swapPoints'
> & {
  file: string;
  dryRun: boolean;
  refresh?: boolean;
  /** Whether somebody said of when the data is, or that it is unknown. */
  isDateStated: boolean;
};

type Arguments = FileArguments | { list: true } | { undo: number };

/**
 * The arguments of `npm run import`.
 * @throws {ImportError} with the usage when there is not exactly one file, or an option is unknown, or with what is wrong with one
 */
export function parseArguments(args: string[]): Arguments {
  const { positionals, values } = parse(args);
  const [file, ...more] = positionals;
  const {
    'dry-run': dryRun = false,
    'swap-points': swapPoints,
    businesses,
    refresh,
    map,
    source,
    date,
    category,
    list,
    undo,
  } = values;
  if (list || undo !== undefined) {
    if (positionals.length > 0 || Object.keys(values).length > 1) throw new ImportError(USAGE);
    if (undo === undefined) return { list: true };
    if (!/^[1-9]\d{0,14}$/.test(undo)) throw new ImportError(`--undo: '${undo}' is no import. --list shows them.`);
    return { undo: Number(undo) };
  }
  if (!file || more.length > 0) throw new ImportError(USAGE);
  if (date !== undefined && date !== 'unknown' && !/^\d{4}-(0[1-9]|1[0-2])$/.test(date)) {
    throw new ImportError(`--date: '${date}' is not like 2026-08, nor unknown.`);
  }
  const confidence = values['min-confidence'];
  if (confidence !== undefined && !/^(0?\.\d+|[01])$/.test(confidence)) {
    throw new ImportError(`--min-confidence: '${confidence}' is not a number from 0 to 1.`);
  }
  return {
    file,
    dryRun,
    ...(refresh && { refresh }),
    ...(businesses && { areBusinesses: businesses }),
    ...(swapPoints && { swapPoints }),
    ...(map !== undefined && { mapping: parseMapping(map) }),
    ...(source !== undefined && { source }),
    isDateStated: date !== undefined,
    ...(date !== undefined && date !== 'unknown' && { date }),
    ...(category !== undefined && { category }),
    ...(confidence !== undefined && { minConfidence: Number(confidence) }),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        refresh: { type: 'boolean' },
        businesses: { type: 'boolean' },
        'swap-points': { type: 'boolean' },
        list: { type: 'boolean' },
        undo: { type: 'string' },
        map: { type: 'string' },
        source: { type: 'string' },
        date: { type: 'string' },
        category: { type: 'string' },
        'min-confidence': { type: 'string' },
      },
    });
  } catch {
    // An unknown option, or one without its value: the usage lists the options.
    throw new ImportError(USAGE);
  }
}
