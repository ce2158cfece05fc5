/** The servers that a `DATABASE_URL` names, of which one is used at a time. */
export interface DatabaseServers {
  /** The URL of the server in use. */
  readonly url: string;
  /** The URLs of all servers, each with one host. */
  readonly urls: readonly string[];
  /** Uses the next server from now on, if this one is in use. */
  skip(url: string): void;
}

const PATTERN = /^(postgres(?:ql)?):\/\/(?:([^@/?#]*)@)?([^/?#@]*)(\/[^?#]*)?(\?[^#]*)?$/;
// The program writes, so it passes over a server that only reads, whatever the URL says.
const SESSION_ATTRIBUTES = ['any', 'primary', 'read-write'];

/**
 * Reads a URL with one host or, as in libpq, several: `postgres://user:password@one:5432,two:5432/name`.
 * @throws {TypeError} with what is wrong, without the password
 */
export function parseDatabaseUrl(url: string): DatabaseServers {
  const [, scheme, user, hosts = '', path = '', query = ''] = PATTERN.exec(url) ?? [];
  if (!scheme) throw new TypeError('Invalid URL');
  const urls = hosts.split(',').map((host) => {
    const address = `${scheme}://${user === undefined ? '' : `${user}@`}${host}${path}${query}`;
    if (!URL.canParse(address)) throw new TypeError('Invalid URL');
    return withoutSessionAttributes(new URL(address));
  });
  let current = 0;
  return {
    urls,
    get url() {
      return urls[current] as string;
    },
    skip(failed) {
      if (urls[current] === failed) current = (current + 1) % urls.length;
    },
  };
}

function withoutSessionAttributes(url: URL): string {
  const attributes = url.searchParams.get('target_session_attrs');
  if (attributes !== null && !SESSION_ATTRIBUTES.includes(attributes))
    throw new TypeError('target_session_attrs must be read-write, because the site writes');
  url.searchParams.delete('target_session_attrs');
  return url.href;
}
