/*
 * Calendars as text (RFC 5545), for the site's files and for the feed that calendar programs read.
 */

export interface CalendarEntry {
  /** Stable and unique: a calendar program replaces the entry that it has under this id. */
  readonly uid: string;
  readonly begins: Date;
  readonly ends: Date;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  /** The page about this entry. */
  readonly url: string;
  /** Takes none of the reader's time, such as a deadline. */
  readonly isFree?: boolean;
  /** How often its time, place or text changed: a program keeps the version with the higher count (3.8.7.4). */
  readonly sequence?: number;
}

export interface Calendar {
  /** The publisher's name. */
  readonly publisher: string;
  /** When the calendar is written. */
  readonly now: Date;
  readonly entries: readonly CalendarEntry[];
  /** For a calendar that programs subscribe to. */
  readonly feed?: {
    /** The name under which a program lists it. */
    readonly name: string;
    /** How often a program checks for changes. */
    readonly refreshMinutes: number;
  };
}

const utc = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/** Except the tab, which is allowed. */
const CONTROL = /(?!\t)\p{Cc}/gu;

/** As a text value: line ends and control characters must be escaped or removed (3.3.11). */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/[,;]/g, (sign) => `\\${sign}`)
    .replaceAll(LINE_BREAK, '\\n')
    .replaceAll(CONTROL, '');

/** As any other value, which cannot be escaped. */
const onOneLine = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '');

const ENCODER = new TextEncoder();
/** The length of a character in UTF-8. */
const bytes = (character: string): number => {
  const code = character.codePointAt(0)!;
  return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
};

/** Continues lines of more than 75 octets on the next line, after a space (3.1), never within a character. */
const folded = (line: string): string => {
  if (ENCODER.encode(line).length <= 75) return line;
  const lines: string[] = [];
  let [current, length] = ['', 0];
  for (const character of line) {
    const more = bytes(character);
    if (length + more > 75) {
      lines.push(current);
      [current, length] = [' ', 1];
    }
    current += character;
    length += more;
  }
  return [...lines, current].join('\r\n');
};

const linesOf = (entry: CalendarEntry, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(entry.uid)}`,
  `DTSTAMP:${utc(now)}`,
  ...(entry.sequence === undefined ? [] : [`SEQUENCE:${entry.sequence}`]),
  `DTSTART:${utc(entry.begins)}`,
  `DTEND:${utc(entry.ends)}`,
  `SUMMARY:${escaped(entry.title)}`,
  `DESCRIPTION:${escaped(entry.description)}`,
  `LOCATION:${escaped(entry.location)}`,
  `URL:${onOneLine(entry.url)}`,
  ...(entry.isFree === true ? ['TRANSP:TRANSPARENT'] : []),
  'END:VEVENT',
];

/** Older programs know only the second name of each (RFC 7986 has the first). */
const feedLines = ({ name, refreshMinutes }: NonNullable<Calendar['feed']>): string[] => [
  `NAME:${escaped(name)}`,
  `X-WR-CALNAME:${escaped(name)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
  `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
];

/** A calendar as a program reads it, in UTC, its entries in the given order. */
export const calendarText = ({ publisher, now, entries, feed }: Calendar): string => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(publisher)}//Events//EN`,
    'METHOD:PUBLISH',
    ...(feed === undefined ? [] : feedLines(feed)),
    ...entries.flatMap((entry) => linesOf(entry, now)),
    'END:VCALENDAR',
    '',
  ];
  return lines.map(folded).join('\r\n');
};
