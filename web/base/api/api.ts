import { QueryClient } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/api.ts';
import { toLocalApiPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { requestStepUp } from './step-up.ts';

/** A validation error of one field: its path (`email`) and a message for people. */
export interface Issue {
  path: string;
  message: string;
}

/** An error response of the API: the HTTP status, a message for people if any, and the errors of single fields. */
export class ApiError extends Error {
  readonly status: number;
  readonly issues: Issue[];
  /** The code of an error for which pages offer a remedy. */
  readonly code: ErrorCode | undefined;
  /** The address or API path that was read, so that a page can say what is missing. */
  path: string | undefined;

  constructor(status: number, message: string, issues: Issue[] = [], code?: ErrorCode, path?: string) {
    super(message);
    this.path = path;
    this.code = code;
    this.status = status;
    this.issues = issues;
  }
}

/** One page of a list; `next` is the API path of the next one, or null at the end. */
export interface Page<T> {
  items: T[];
  next: string | null;
  /** The number of items on all pages, where the API counts them (`X-Total-Count`). */
  total?: number;
}

/**
 * Reads an API path such as `/api/ads/recent?limit=4`: a JSON array as `Page`; an object that holds a list, with the
 * list's `next` page if there is one; anything else as it is.
 * @throws {ApiError}
 */
export type ApiReader = (path: string, signal?: AbortSignal) => Promise<unknown>;

/** Reads the API from the browser, by fetch. A network failure is an `ApiError` with status 0. */
export const getJson: ApiReader = async (path, signal) => {
  const response = await fetchApi(toLocalApiPath(path, LANGUAGE), {
    signal: signal ?? null,
    headers: { accept: 'application/json' },
  });
  const page = toPage(await parseResponse(response), response.headers.get('link'));
  const total = response.headers.get('x-total-count');
  return total === null ? page : Object.assign(page as object, { total: Number(total) });
};

/**
 * Changes something through the API, from the browser: sends `body` as JSON, with further `headers` if any, and returns
 * the response. Where the API asks the user to verify again, a dialog does, and the request is repeated.
 * @throws {ApiError} with the API's own message and issues; with status 0 when it could not be reached
 */
export async function send<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<T> {
  const json = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
  const request = { method, headers: { ...json, ...headers }, ...(body && { body: JSON.stringify(body) }) };
  return withStepUp(async () => (await parseResponse(await fetchApi(path, request))) as T);
}

/** Makes a request, and again after the user has verified where the API asks for that. @throws {ApiError} what the request throws */
export async function withStepUp<T>(request: () => Promise<T>): Promise<T> {
  return request().catch(async (error) => {
    if (error.code !== 'step-up-required' || !(await requestStepUp())) throw error;
    return request();
  });
}

/** The message of a network failure. */
export const UNREACHABLE_MESSAGE = t('We couldn’t reach the site. Check your connection and try again.');

/** Sends a request and returns the response, whatever its status. @throws {ApiError} with status 0 on a network failure */
export async function fetchApi(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...request, headers: { 'accept-language': LANGUAGE, ...request.headers } });
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ApiError(0, UNREACHABLE_MESSAGE);
  }
}

/** The JSON body of a response. @throws {ApiError} when its status is an error */
export async function parseResponse(response: Response): Promise<unknown> {
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, body?.message ?? '', body?.issues, body?.code, response.url);
  return body;
}

/** Adds the path of the next page, which the API sends in the `Link` header (RFC 8288), to a list. */
export function toPage(body: unknown, link: string | null | undefined): unknown {
  const next = link?.match(/<([^>]+)>;\s*rel="next"/)?.[1] ?? null;
  if (Array.isArray(body)) return { items: body, next };
  return next && body && typeof body === 'object' ? { ...body, next } : body;
}

/** A query client whose query keys are the API paths that they read. */
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
