export interface SplitText {
  /** The part that the person wrote. */
  readonly text: string;
  /** The part below it, in which their mail program repeats earlier messages; null without one. */
  readonly quoted: string | null;
}

const QUOTED_LINE = /^\s*>/;
/** "On Sunday, March 1, 2026 at 9:00 AM Lectern <…> wrote:", on one line or broken into two. */
const ATTRIBUTION =
  /^\s*(On|Am|Le|El|Il|Op)\b.{5,300}(wrote|schrieb|a écrit|escribió|ha scritto|schreef)\b.{0,200}:\s*$/;
/** Outlook's line before the earlier email, which it does not mark line by line. */
const ORIGINAL =
  /^\s*-{2,}\s*(Original Message|Forwarded message|Ursprüngliche Nachricht|Message d'origine)\s*-{2,}\s*$/i;
const OUTLOOK_HEADER = /^\s*\*?From:\*?\s.+@/;
const OUTLOOK_NEXT = /^\s*\*?(Sent|Date|To):\*?\s/;

/** Longer ones are no attribution. */
const ATTRIBUTION_MAX = 1_000;

/**
 * Splits an answer by email before the earlier messages that it repeats at its end. Conservative: where the repeated part is not
 * certain, such as with remarks between quoted lines, or where nothing would be left, everything stays in the text.
 */
export const splitQuoted = (email: string): SplitText => {
  const lines = email.replaceAll('\r\n', '\n').split('\n');
  // All lines between these two are marked as quoted, or empty. Found once: an answer can have thousands of lines.
  const lastQuoted = lines.findLastIndex((line) => QUOTED_LINE.test(line));
  const lastWritten = lines.findLastIndex((line) => line.trim() !== '' && !QUOTED_LINE.test(line));
  const isQuotedToTheEnd = (from: number): boolean => from > lastWritten && from <= lastQuoted;
  const at = lines.findIndex((_line, index) => beginsQuote(lines, index, isQuotedToTheEnd));
  const text = lines
    .slice(0, at === -1 ? undefined : at)
    .join('\n')
    .trim();
  const quoted = at === -1 ? '' : lines.slice(at).join('\n').trim();
  return text === '' || quoted === '' ? { text: email.trim(), quoted: null } : { text, quoted };
};

const beginsQuote = (lines: readonly string[], index: number, isQuotedToTheEnd: (from: number) => boolean): boolean => {
  const line = lines[index]!;
  if (ORIGINAL.test(line)) return true;
  if (OUTLOOK_HEADER.test(line) && OUTLOOK_NEXT.test(lines[index + 1] ?? '')) return true;
  if (QUOTED_LINE.test(line)) return isQuotedToTheEnd(index);
  if (isQuotedToTheEnd(index + 1) && isAttribution(line)) return true;
  return isQuotedToTheEnd(index + 2) && isAttribution(`${line} ${lines[index + 1] ?? ''}`);
};

const isAttribution = (line: string): boolean => line.length <= ATTRIBUTION_MAX && ATTRIBUTION.test(line);
