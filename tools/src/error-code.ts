/** The `code` of a Node error (`ENOENT`…). Not by `instanceof`: an error may come from another realm. */
export const errorCode = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
};

/** The `message` of an error, or the thrown thing as text. */
export const errorMessage = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
};
