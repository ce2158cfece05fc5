import { parseArgs } from 'node:util';
import { ImportError } from '#server/source-files/rows.ts';

const USAGE =
  'Usage: npm run sources                  lists what can be had\n' +
  '       npm run sources -- add NAME [--from FILE|URL] [--sha256 HEX] [--date YYYY-MM|unknown] [--refresh] [--dry-run] [--yes]';

/** What `npm run sources` does. */
export type SourcesArguments = { list: true } | AddArguments;

export interface AddArguments {
  add: string;
  /** A file or an address instead of that of the list: a mirror. */
  from?: string;
  sha256?: string;
  date?: string;
  /** Whether a file of a mirror is the whole source: what it lacks may have closed. */
  refresh: boolean;
  dryRun: boolean;
  /** Imports without asking. */
  yes: boolean;
}

/** @throws {ImportError} with the usage, or with what is wrong with an option */
export function parseSourcesArguments(args: string[]): SourcesArguments {
  const { positionals, values } = parse(args);
  const [verb = 'list', name, ...more] = positionals;
  if (verb === 'list' && name === undefined && Object.keys(values).length === 0) return { list: true };
  if (verb !== 'add' || name === undefined || more.length > 0) throw new ImportError(USAGE);
  const { from, sha256, date, refresh = false, 'dry-run': dryRun = false, yes = false } = values;
  if (date !== undefined && date !== 'unknown' && !/^\d{4}-(0[1-9]|1[0-2])$/.test(date))
    throw new ImportError(`--date: '${date}' is not like 2026-08, nor unknown.`);
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256))
    throw new ImportError(`--sha256: '${sha256}' is not 64 hexadecimal digits.`);
  return {
    add: name,
    ...(from !== undefined && { from }),
    ...(sha256 !== undefined && { sha256: sha256.toLowerCase() }),
    ...(date !== undefined && { date }),
    ...{ refresh, dryRun, yes },
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        sha256: { type: 'string' },
        date: { type: 'string' },
        refresh: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        yes: { type: 'boolean' },
      },
    });
  } catch {
    throw new ImportError(USAGE);
  }
}
