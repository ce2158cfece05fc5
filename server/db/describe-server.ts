import pg from 'pg';

/** The parts of a URL that a message may show: everything but the password. */
export function describeServer(url: string): string {
  const { user, host, port, database } = new pg.Client(url);
  return `${host}:${port}, database ${database}, user ${user}`;
}

/** Says why a server does not accept a connection, and what to do. */
export function describeConnectionFault(name: string, url: string, error: Error & { code?: string }): string {
  const server = describeServer(url);
  if (/unsupported startup parameter/.test(error.message)) return describeMissingDirectUrl(name, url);
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `${name}: nothing listens at ${server}. Start that server, or correct the host and port.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${name}: the host name is unknown (${server}). Correct it, or look after the name service.`;
    case '28P01':
    case '28000':
      return `${name}: ${server} refuses the user or the password. Correct them.`;
    case '3D000':
      return `${name}: there is no such database (${server}). Create it, or correct its name.`;
    case '57P03':
      return `${name}: ${server} is still starting up. Try again when it is ready.`;
    default:
      return `${name}: ${server} does not answer as a PostgreSQL server (${error.message || error.code}). Correct the address, or look after that server.`;
  }
}

/** Says that a pooler gives transactions other sessions. */
export const describeMissingDirectUrl = (name: string, url: string) =>
  name === 'DATABASE_URL'
    ? `DATABASE_URL: ${describeServer(url)} is a connection pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for what needs a session.`
    : `${name}: ${describeServer(url)} is a connection pooler. Set it to the address of PostgreSQL itself.`;
