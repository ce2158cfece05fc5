/**
 * The URL in which another part of the path, or value of the query, stands in the place of one: '/category/old/ads?limit=5' becomes
 * '/category/new/ads?limit=5'. Of several such parts it is the last one.
 * @returns undefined if the URL has no such part
 */
export function replacePart(url: string, from: string, to: string): string | undefined {
  const parts = splitUrl(url);
  const index = parts.findLastIndex((part) => decode(part) === from);
  return index < 0 ? undefined : parts.with(index, encodeURIComponent(to)).join('');
}

/**
 * Where a page is that shows what an API response has moved: if '/api/ads/7' is at '/api/ads/9' now, the page '/ads/7' is at '/ads/9'.
 * @param location where the response is now
 */
export function followMove(pageUrl: string, apiUrl: string, location: string): string | undefined {
  const [before, after] = [splitUrl(apiUrl), splitUrl(location)];
  const index = before.findIndex((part, i) => part !== after[i]);
  const [from, to] = [before[index], after[index]];
  return from === undefined || to === undefined ? undefined : replacePart(pageUrl, decode(from), decode(to));
}

const splitUrl = (url: string) => url.split(/([/?&=])/);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
