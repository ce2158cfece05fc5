import { parseArgs } from 'node:util';
import { ImportError } from './rows.ts';

const USAGE = 'Usage: npm run import -- FILE.csv [--dry-run]';

/**
 * The arguments of `npm run import`.
 * @throws {ImportError} with the usage when there is not exactly one file, or an option is unknown
 */
export function parseArguments(args: string[]): { file: string; dryRun: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' } },
    });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file, dryRun: values['dry-run'] ?? false };
  } catch {
    // An unknown option: the usage lists the options.
  }
  throw new ImportError(USAGE);
}
