/**
 * Decodes a text file as UTF-8, or as Windows-1252 if it is not valid UTF-8. Older spreadsheet programs on Windows write
 * Windows-1252 by default, and nothing in the file marks it.
 */
export const decodeText = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
