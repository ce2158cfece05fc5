import pg from 'pg';
import { t } from '#contract/i18n/t.ts';

/** The parts of a URL that a message may show: everything but the password. */
export function describeServer(url: string): string {
  const { user, host, port, database } = new pg.Client(url);
  return t('{address}, database {database}, user {user}', {
    address: `${host}:${port}`,
    database: String(database),
    user: String(user),
  });
}

/** Says why a server does not accept a connection, and what to do. */
export function describeConnectionFault(name: string, url: string, error: Error & { code?: string }): string {
  const server = describeServer(url);
  if (/unsupported startup parameter/.test(error.message)) return describeMissingDirectUrl(name, url);
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return t('{name}: nothing listens at {server}. Start that server, or correct the host and port.', {
        name,
        server,
      });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return t('{name}: the host name is unknown ({server}). Correct it, or look after the name service.', {
        name,
        server,
      });
    case '28P01':
    case '28000':
      return t('{name}: {server} refuses the user or the password. Correct them.', { name, server });
    case '3D000':
      return t('{name}: there is no such database ({server}). Create it, or correct its name.', { name, server });
    case '57P03':
      return t('{name}: {server} is still starting up. Try again when it is ready.', { name, server });
    default:
      return t(
        '{name}: {server} does not answer as a PostgreSQL server ({fault}). Correct the address, or look after that server.',
        { name, server, fault: error.message || String(error.code) },
      );
  }
}

/** Says that a pooler gives transactions other sessions. */
export const describeMissingDirectUrl = (name: string, url: string) =>
  name === 'DATABASE_URL'
    ? t(
        'DATABASE_URL: {server} is a connection pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for what needs a session.',
        { server: describeServer(url) },
      )
    : t('{name}: {server} is a connection pooler. Set it to the address of PostgreSQL itself.', {
        name,
        server: describeServer(url),
      });
