/** The program cannot start. The message says what is wrong and what to do; it never contains a password. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
