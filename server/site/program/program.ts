import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { JoinedDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import type { Env } from '#server/platform/env/env.ts';
import { listenForInvalidations } from '#server/platform/page-cache/invalidation-listener.ts';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';

/** What listens and is stopped: the built program, its workers, or the program in development. */
export interface Program {
  /**
   * @returns the port
   * @throws {StartupError} when the address cannot be used
   */
  listen(address: { host: string; port: number }): Promise<number>;
  /** Finishes what was begun, and stops. */
  close(): Promise<void>;
}

/**
 * Connections that wait to be accepted. Node's 511 are too few for a rush: the system drops further ones, and their clients try again
 * only after one second, three, seven. Linux allows no more than `net.core.somaxconn`, usually 4096.
 */
export const LISTEN_BACKLOG = 4096;

/** The program as it is built, in this process. */
export async function createProgram(env: Env, database: JoinedDatabase): Promise<Program> {
  const { createApp } = await import('#server/site/app.ts');
  const web = await loadBuild(resolve(import.meta.dirname, '../../../dist'));
  const { db, direct, replica, getPoolUsage } = database;
  const { http, invalidate, setInvalidationsArrive, warmUp } = await createApp({
    env,
    db,
    direct,
    replica,
    getPoolUsage,
    web,
  });
  await warmUp();
  const invalidations = listenForInvalidations(database, invalidate, setInvalidationsArrive);
  return {
    async listen(address) {
      await http.listen({ ...address, backlog: LISTEN_BACKLOG }).catch((error) => {
        throw toListenError(error, address);
      });
      return (http.server.address() as AddressInfo).port;
    },
    async close() {
      await http.close();
      await invalidations.close();
    },
  };
}

/** Says what to do when an address cannot be used. */
export function toListenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (error.code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} is taken by another program. Stop it, or choose another one: PORT=${port + 1} npm start`,
    );
  if (error.code === 'EACCES')
    return new StartupError(
      `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=3000 npm start`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.syscall === 'getaddrinfo')
    return new StartupError(
      `HOST: ${host} is not an address of this machine. Set it to one that is, such as 127.0.0.1.`,
    );
  return error;
}
