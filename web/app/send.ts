import { fetchApi, parseResponse } from './api.ts';

/**
 * Changes something by the API, from the browser: sends `body` as JSON, with further `headers` if any, and gives what was
 * answered.
 * @throws {ApiError} with the API's own message and issues; with status 0 when it could not be reached
 */
export async function send<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<T> {
  const json = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
  const response = await fetchApi(path, {
    method,
    headers: { ...json, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await parseResponse(response)) as T;
}
