/**
 * The text of a file as a person saved it: UTF-8, or what older spreadsheet programs write on Windows when they are not asked for
 * UTF-8. Files of the second kind have no sign of their own: what is not UTF-8 is taken for one.
 */
export const decodeText = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
