/** A problem of this machine that prevents the start. The message is the one line that a person needs; it has no stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
