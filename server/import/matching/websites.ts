/** Whether two websites are one page, or at least of one domain, which chains and hosts of pages share. */
export function relateWebsites(a: string | null, b: string | null): 'page' | 'domain' | null {
  if (!a || !b) return null;
  const [first, second] = [toPage(a), toPage(b)];
  if (first.host !== second.host) return null;
  return first.path === second.path && first.path !== '' ? 'page' : 'domain';
}

function toPage(website: string) {
  if (!URL.canParse(website)) return { host: website, path: '' };
  const { hostname, pathname } = new URL(website);
  return { host: hostname.replace(/^www\./, ''), path: pathname.replace(/\/$/, '') };
}
