import { QueryClient } from '@tanstack/react-query';

/** A fault in one field of what was sent: its path (`email`) and a sentence for people. */
export interface Issue {
  path: string;
  message: string;
}

/** What the API answered instead of the data: the HTTP status, a sentence for people if any, and the fields at fault. */
export class ApiError extends Error {
  readonly status: number;
  readonly issues: Issue[];

  constructor(status: number, message: string, issues: Issue[] = []) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}

/** One page of a list; `next` is the API path of the next one, or null at the end. */
export interface Page<T> {
  items: T[];
  next: string | null;
  /** How many there are on all pages, where the API counts them (`X-Total-Count`). */
  total?: number;
}

/**
 * Reads an API path such as `/api/ads/recent?limit=4`: a JSON array as `Page`; an object that holds a list, with the
 * list's `next` page if there is one; anything else as it is.
 * @throws {ApiError}
 */
export type ApiReader = (path: string, signal?: AbortSignal) => Promise<unknown>;

/** The browser's way to the API. Failure to reach it at all has status 0. */
export const getJson: ApiReader = async (path, signal) => {
  const response = await fetchApi(path, { signal: signal ?? null, headers: { accept: 'application/json' } });
  const page = toPage(await parseResponse(response), response.headers.get('link'));
  const total = response.headers.get('x-total-count');
  return total === null ? page : Object.assign(page as object, { total: Number(total) });
};

/** What is said when the API was not reached at all. */
export const UNREACHABLE_MESSAGE = 'The site could not be reached. Check your connection and try again.';

/** Asks the API and waits for the answer, whatever it says. @throws {ApiError} with status 0 when it is not reached */
export async function fetchApi(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ApiError(0, UNREACHABLE_MESSAGE);
  }
}

/** What the API answered. @throws {ApiError} when that is a refusal */
export async function parseResponse(response: Response): Promise<unknown> {
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, body?.message ?? '', body?.issues);
  return body;
}

/** Gives a list the address of its next page, which the API announces in the `Link` header (RFC 8288). */
export function toPage(body: unknown, link: string | null | undefined): unknown {
  const next = link?.match(/<([^>]+)>;\s*rel="next"/)?.[1] ?? null;
  if (Array.isArray(body)) return { items: body, next };
  return next && body && typeof body === 'object' ? { ...body, next } : body;
}

/** A query client whose queries are named by the API path that they read. */
export function createQueryClient(read: ApiReader): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, pageParam, signal }) => read(String(pageParam ?? queryKey[0]), signal),
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
        ...(import.meta.env.SSR && { gcTime: Number.POSITIVE_INFINITY, retry: false, structuralSharing: false }),
      },
    },
  });
}
