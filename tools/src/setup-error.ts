/** Something on this machine stands in the way. The message is the one line a person needs; no stack belongs to it. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
