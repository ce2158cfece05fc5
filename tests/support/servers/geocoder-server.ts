import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Match {
  lat: number;
  lng: number;
  zip?: string;
}

/** A local server that speaks the HTTP of the US Census Bureau's geocoder. */
export async function startGeocoderServer() {
  const requested: URL[] = [];
  const matches = new Map<string, Match[]>();
  let respond: ((response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    requested.push(url);
    if (respond) return respond(response);
    const addressMatches = (matches.get(url.searchParams.get('address') ?? '') ?? []).map(({ lat, lng, zip }) => ({
      tigerLine: { side: 'L', tigerLineId: '1' },
      coordinates: { x: lng, y: lat },
      addressComponents: { zip, state: 'CA' },
      matchedAddress: 'MATCHED',
    }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ result: { input: {}, addressMatches } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/geocoder`,
    /** What was requested, in order. */
    requested,
    /** Sets the matches of one line of an address. */
    match: (line: string, ...found: Match[]) => void matches.set(line, found),
    /** Responds to everything in this way; undefined as usual. */
    respondWith: (next: typeof respond) => {
      respond = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
