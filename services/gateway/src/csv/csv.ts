/** Marks UTF-8 for spreadsheet programs. Without it, Excel shows "Ã©" for "é". */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The beginnings by which a spreadsheet program takes a text for a formula, even in quotes. Any visitor's form input may become a cell. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A negative amount is a number, which calculates nothing, and which a treasurer sums. */
const AMOUNT = /^-\d+\.\d\d$/;

const cell = (text: string | null): string =>
  `"${(text !== null && FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : (text ?? '')).replaceAll('"', '""')}"`;

/**
 * Records of a CSV file (RFC 4180): commas, CRLF after each, every cell in quotes, which are doubled within it. A cell that would be taken for
 * a formula begins with an apostrophe, which spreadsheet programs know as "this is text". The quotes keep a cell whole where a program
 * splits at other characters, such as semicolons (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export const csvRecords = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
