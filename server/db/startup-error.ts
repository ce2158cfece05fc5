/** The program cannot run here. The message says what is wrong and what to do; it never holds a password. */
export class StartupError extends Error {
  override readonly name = 'CannotStart';
}
