import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { openDatabase } from '#server/platform/db/open.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NODE_OPTIONS } from '#tests/bench/program.ts';
import { startS3Server } from '#tests/support/servers/s3-server.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { type DatabaseServers, startDatabaseServers } from './database-servers.ts';
import { type Pooler, startPooler } from './pooler.ts';
import { type ClusterProcess, findPort, findPrograms, startProcess, waitUntil } from './processes.ts';

export const ROOT = join(import.meta.dirname, '../..');
const NODE_COUNT = 3;

/** One process of the site. */
export interface SiteNode {
  url: string;
  dataDir: string;
  process: ClusterProcess;
  /**
   * Starts it, and waits until it answers.
   * @param root the checkout of its release
   */
  start(env: Record<string, string>, root?: string): Promise<void>;
}

/** What is between the site and the servers of PostgreSQL. */
export type DatabasePath = 'PgBouncer' | 'HAProxy' | 'PgBouncer and HAProxy' | 'nothing';

export interface Cluster {
  /** The logs and data of all. */
  folder: string;
  db: Kysely<DB>;
  nodes: SiteNode[];
  /** The address of nginx, which balances the nodes, and of Varnish in front of it. */
  balancer: string;
  proxy: string;
  servers: DatabaseServers;
  /** In front of the primary as it was at first, whatever becomes of it. */
  pooler: Pooler;
  databaseProxy: DatabaseProxy;
  /** The variables that lead to a database: through the pooler if nothing else is asked for. */
  getDatabaseEnv(options?: { database?: string; path?: DatabasePath }): Record<string, string>;
  /** The ids of the processes of each program, without those that they start. */
  processes(): Record<string, number[]>;
  close(): Promise<void>;
}

/**
 * Varnish → nginx → three processes of the site → PgBouncer → PostgreSQL with a standby that is read, and a bucket. All listen on loopback, and have their files in a
 * new folder. What is started is ended by `endAll`.
 */
export async function startCluster(): Promise<Cluster> {
  const programs = findPrograms([
    'nginx',
    'varnishd',
    'pgbouncer',
    'haproxy',
    'initdb',
    'postgres',
    'pg_basebackup',
    'pg_ctl',
  ] as const);
  const folder = mkdtempSync(join(tmpdir(), 'socal-cluster-'));
  chmodSync(folder, 0o755);
  const ports = await Promise.all(Array.from({ length: NODE_COUNT + 3 }, findPort));
  const [nginxPort, varnishPort, purgePort, ...nodePorts] = ports as [number, number, number, ...number[]];
  const servers = await startDatabaseServers(programs, folder);
  const { primaryPort, standbyPort } = servers;
  const pooler = await startPooler(programs.pgbouncer, { folder, serverPort: primaryPort });
  const databaseProxy = await startDatabaseProxy(programs.haproxy, { folder, serverPorts: [primaryPort, standbyPort] });
  const proxiedPooler = await startPooler(programs.pgbouncer, { folder, serverPort: databaseProxy.port });
  const bucket = await startS3Server();
  const proxy = `http://127.0.0.1:${varnishPort}`;
  const env = {
    ...bucket.env,
    CDN_PURGE: `varnish:http://127.0.0.1:${purgePort}`,
    TRUSTED_PROXIES: '127.0.0.1',
    ORIGIN: proxy,
    WORKERS: '1',
    SAMPLE_DATA: 'few',
    GEOCODER_URL: '',
    LOG_LEVEL: 'info',
    ADMIN_PASSWORD: 'correct horse battery staple',
    METRICS_TOKEN: 'the token of the cluster',
  };
  const nodes = nodePorts.map((port, i) => createNode(`node-${i + 1}`, { port, folder, env }));
  // The first one migrates and loads the data.
  const getDatabaseEnv: Cluster['getDatabaseEnv'] = ({ database, path = 'PgBouncer' } = {}) => {
    const urls: Record<DatabasePath, Record<string, string>> = {
      PgBouncer: {
        DATABASE_URL: pooler.getUrl(database),
        DATABASE_DIRECT_URL: servers.getUrl({ server: 'primary', database }),
      },
      HAProxy: { DATABASE_URL: databaseProxy.getUrl(database) },
      'PgBouncer and HAProxy': {
        DATABASE_URL: proxiedPooler.getUrl(database),
        DATABASE_DIRECT_URL: databaseProxy.getUrl(database),
      },
      nothing: { DATABASE_URL: servers.getUrl({ database }) },
    };
    return { DATABASE_REPLICA_URL: servers.getUrl({ server: 'standby', database }), ...urls[path] };
  };
  for (const node of nodes) await node.start(getDatabaseEnv());
  const nginx = startNginx(programs.nginx, { folder, port: nginxPort, nodePorts });
  const varnish = startVarnish(programs.varnishd, { folder, port: varnishPort, purgePort, backendPort: nginxPort });
  await waitUntil('Varnish answers', async () => (await fetch(`${proxy}/healthz`)).ok);
  const database = await openDatabase({ DATA_DIR: '', DATABASE_URL: servers.getUrl() });
  return {
    folder,
    db: database.db,
    nodes,
    balancer: `http://127.0.0.1:${nginxPort}`,
    proxy,
    servers,
    pooler,
    databaseProxy,
    getDatabaseEnv,
    processes: () => ({
      varnish: [varnish.child.pid as number],
      nginx: [nginx.child.pid as number],
      nodes: nodes.map((node) => node.process.child.pid as number),
      pgbouncer: [pooler.process.child.pid as number],
      postgres: [servers.primary.child.pid as number],
    }),
    async close() {
      await database.close();
      await bucket.close();
    },
  };
}

function createNode(
  name: string,
  { port, folder, env }: { port: number; folder: string; env: Record<string, string> },
): SiteNode {
  const node = {
    url: `http://127.0.0.1:${port}`,
    dataDir: join(folder, name),
    process: undefined as unknown as ClusterProcess,
    async start(databaseEnv: Record<string, string>, root = ROOT) {
      const main = join(root, 'server/site/main.ts');
      const command = [process.execPath, ...NODE_OPTIONS, main];
      node.process = startProcess(name, command, {
        folder,
        env: { ...env, ...databaseEnv, PORT: String(port), DATA_DIR: node.dataDir },
      });
      await waitUntil(`${name} is ready`, async () => {
        if (node.process.child.exitCode !== null) throw new Error(`${name} has ended`);
        return (await fetch(`${node.url}/readyz`)).ok;
      });
    },
  };
  return node;
}

function startNginx(nginx: string, { folder, port, nodePorts }: { folder: string; port: number; nodePorts: number[] }) {
  const file = join(folder, 'nginx.conf');
  const servers = nodePorts.map((nodePort) => `server 127.0.0.1:${nodePort} fail_timeout=1s;`).join('\n    ');
  const template = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8');
  const text = template.replaceAll('FOLDER', folder).replace('PORT', String(port)).replace('SERVERS', servers);
  writeFileSync(file, process.getuid?.() === 0 ? `user root;\n${text}` : text);
  return startProcess('nginx', [nginx, '-c', file, '-p', folder], { folder });
}

function startVarnish(
  varnishd: string,
  { folder, port, purgePort, backendPort }: { folder: string; port: number; purgePort: number; backendPort: number },
) {
  const file = join(folder, 'varnish.vcl');
  const vcl = readFileSync(join(ROOT, 'deploy/varnish.vcl'), 'utf8');
  writeFileSync(file, vcl.replace('.port = "3000"', `.port = "${backendPort}"`));
  const addresses = ['-a', `127.0.0.1:${port}`, '-a', `purge=127.0.0.1:${purgePort}`];
  const command = [varnishd, '-F', '-j', 'none', '-n', join(folder, 'varnish'), '-f', file, '-s', 'malloc,128m'];
  return startProcess('varnish', [...command, ...addresses], { folder });
}
