import type { HttpClient } from '#server/platform/outbound/http-client.ts';

/** What fetching a source needs. */
export interface FetchContext {
  http: HttpClient;
  /** `DATA_DIR/imports`, where parts stay that are continued. */
  folder: string;
  signal?: AbortSignal;
  /** Called with the bytes, or the rows, that are here, and how many there will be, where that is known. */
  onProgress?: (done: number, total: number | null) => void;
  /** Called with what is done now, for people. */
  onStep?: (text: string) => void;
  retryDelayMs?: number;
}

/** A source that was fetched. */
export interface Fetched {
  path: string;
  /** The month of the data: '2026-11'; null where nobody says it. */
  month: string | null;
  /** The name of the release: '2026-11-19.0'. */
  release: string | null;
}

/** '2026-11', in UTC. */
export const toMonth = (date: Date): string => date.toISOString().slice(0, 7);
