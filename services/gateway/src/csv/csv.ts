/** What spreadsheet programs know UTF-8 by. Without it, Excel shows "Ã©" for "é". */
export const BYTE_ORDER_MARK = '\uFEFF';

/** How a spreadsheet program may tell a formula from text, even in quotes. A cell may come from anybody who filled in a form. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]/;

const cell = (text: string | null): string => {
  if (text === null) return '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * Records of a CSV file (RFC 4180): commas, CRLF after each, quotes doubled within quotes. What would be taken for a formula begins
 * with an apostrophe, which spreadsheet programs know as "this is text" (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export const csvRecords = (rows: readonly (readonly (string | null)[])[]): string => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
