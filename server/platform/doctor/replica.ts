import type pg from 'pg';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import { describeConnectionFault } from '#server/platform/db/describe-server.ts';
import { waitForServer } from '#server/platform/db/external.ts';
import { MAX_REPLICA_LAG_MS } from '#server/platform/db/replica.ts';
import { type AskRow, measureReplication, type Replication } from '#server/platform/db/replication.ts';
import { parseDatabaseUrl } from '#server/platform/env/database-url.ts';
import type { Env } from '#server/platform/env/env.ts';
import { withClient } from './connection.ts';
import { createFindings } from './finding.ts';

const { ok, warning, error } = createFindings(() => t('Replica'));

type ReplicaEnv = Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL'>;

/** The replica from which visitors' reads are answered, if there is to be one. */
export async function checkReplica(env: ReplicaEnv): Promise<Finding[]> {
  const { DATABASE_REPLICA_URL: url } = env;
  const primaryUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  if (url === undefined || primaryUrl === undefined) return [];
  const servers = parseDatabaseUrl(primaryUrl);
  try {
    await waitForServer(servers);
  } catch {
    return [warning(t('It could not be checked, because the database cannot be used. See Database.'))];
  }
  return withClient({ connectionString: servers.url }, async (primary) => {
    try {
      const replication = await withClient({ connectionString: url }, (standby) =>
        measureReplication({ primary: toAskRow(primary), standby: toAskRow(standby) }, { maxMs: MAX_REPLICA_LAG_MS }),
      );
      return [judge(replication)];
    } catch (fault) {
      return [error(describeConnectionFault('DATABASE_REPLICA_URL', url, fault as Error))];
    }
  });
}

const toAskRow =
  (client: pg.Client): AskRow =>
  async (text, values) =>
    (await client.query(text, values)).rows[0];

function judge({ fault, lagSeconds }: Replication): Finding {
  switch (fault) {
    case 'another database':
      return error(
        t('DATABASE_REPLICA_URL leads to another database, which is not read. Set it to a replica of this one.'),
      );
    case 'no standby':
      return error(
        t('DATABASE_REPLICA_URL leads to a server that follows no other, which is not read. Set it to a replica.'),
      );
    case 'behind': {
      const lag = lagSeconds === null ? t('more than 5') : Math.round(lagSeconds);
      return warning(
        t(
          'It is {lag} seconds behind, so visitors read from the database itself. Look at its load, its network and recovery_min_apply_delay.',
          { lag },
        ),
      );
    }
    case null:
      return ok(t('It has what was written {seconds} seconds ago.', { seconds: (lagSeconds ?? 0).toFixed(1) }));
  }
}
