import { expect, it } from 'vitest';
import { isDatabaseUnavailable } from './unavailable.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

it.each([
  ['a read-only server', withCode('25006')],
  [
    'a statement that a hot standby does not support',
    withCode('0A000', 'cannot use serializable mode in a hot standby'),
  ],
  ['a stop by the administrator', withCode('57P01')],
  ['a crash', withCode('57P02')],
  ['a start', withCode('57P03')],
  ['a canceled statement', withCode('57014')],
  ['no more connections', withCode('53300')],
  ['a full disk', withCode('53100')],
  ['a broken connection', withCode('08006')],
  ['a pooler that cannot connect', withCode('08P01', 'server login has been failing, cached error: connect failed')],
  ['an unknown host', withCode('ENOTFOUND')],
  ['a name service that is away', withCode('EAI_AGAIN')],
  ['a host that is away', withCode('EHOSTUNREACH')],
  ['a port that nobody listens at', withCode('ECONNREFUSED')],
  ['a reset connection', withCode('ECONNRESET')],
  ['a missing socket', withCode('ENOENT')],
  ['a name with two addresses', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
  ['a full pool', new Error('timeout exceeded when trying to connect')],
  ['a server that does not greet', new Error('Connection terminated due to connection timeout')],
  ['a connection that ends', new Error('Connection terminated unexpectedly')],
  ['a query without an answer', new Error('The server did not respond to a query in 15 seconds')],
])('%s means that the database is unavailable', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

it.each([
  ['a wrong column', withCode('42703')],
  ['a wrong number of parameters', Object.assign(withCode('08P01'), { routine: 'exec_bind_message' })],
  ['a duplicate', withCode('23505')],
  ['a feature that no server supports', withCode('0A000', 'cached plan must not change result type')],
  ['a file that may not be read', withCode('EACCES')],
  ['an error of ours', new TypeError('Cannot read properties of undefined')],
  ['no error', 'ECONNREFUSED'],
])('%s does not', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
