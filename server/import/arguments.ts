import { parseArgs } from 'node:util';
import { parseMapping } from './reading/column-mapping.ts';
import { ImportError, type ReadOptions } from './rows.ts';

const USAGE =
  'Usage: npm run import -- FILE [--dry-run] [--map name=Business,zip=Postal] [--source NAME] [--date YYYY-MM] [--category SLUG]';

type Arguments = Pick<ReadOptions, 'mapping' | 'source' | 'date' | 'category'> & { file: string; dryRun: boolean };

/**
 * The arguments of `npm run import`.
 * @throws {ImportError} with the usage when there is not exactly one file, or an option is unknown, or with what is wrong with one
 */
export function parseArguments(args: string[]): Arguments {
  const { positionals, values } = parse(args);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new ImportError(USAGE);
  const { 'dry-run': dryRun = false, map, source, date, category } = values;
  if (date !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(date)) {
    throw new ImportError(`--date: '${date}' is not like 2026-08.`);
  }
  return {
    file,
    dryRun,
    ...(map !== undefined && { mapping: parseMapping(map) }),
    ...(source !== undefined && { source }),
    ...(date !== undefined && { date }),
    ...(category !== undefined && { category }),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        map: { type: 'string' },
        source: { type: 'string' },
        date: { type: 'string' },
        category: { type: 'string' },
      },
    });
  } catch {
    // An unknown option, or one without its value: the usage lists the options.
    throw new ImportError(USAGE);
  }
}
