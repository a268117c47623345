import { urlOf } from '../url.ts';
/* For tests: a reader of calendars that refuses everything that RFC 5545 does not allow, as far as our calendars use it. */

export interface ReadEntry {
  readonly uid: string;
  readonly stamp: string;
  readonly begins: Date;
  readonly ends: Date;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly isFree: boolean;
  /** Null where it is missing. */
  readonly sequence: number | null;
}

export interface ReadCalendar {
  /** Its own properties, parameters with the name. */
  readonly properties: Readonly<Record<string, string>>;
  readonly entries: readonly ReadEntry[];
}

const CONTENT_LINE = /^(?<name>[A-Z][A-Z0-9-]*(?:;[A-Z-]+=[^;:,"]+)*):(?<value>.*)$/u;
/** Only these escapes, and nothing bare that needs one (3.3.11). */
const TEXT = /^(?:[^\\,;]|\\[\\,;nN])*$/u;
const INSTANT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

const fail = (what: string): never => {
  throw new Error(`Not a calendar: ${what}`);
};

const unfolded = (text: string): string[] => {
  if (!text.endsWith('\r\n')) fail('its last line does not end');
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) {
    if (new TextEncoder().encode(line).length > 75) fail(`a line of more than 75 octets: ${line}`);
    if (/(?!\t)\p{Cc}/u.test(line)) fail(`a control character in ${JSON.stringify(line)}`);
  }
  return physical.reduce<string[]>((lines, line) => {
    if (!line.startsWith(' ')) return [...lines, line];
    if (lines.length === 0) fail('it begins with a continuation');
    return [...lines.slice(0, -1), lines.at(-1)! + line.slice(1)];
  }, []);
};

const textOf = (value: string): string => {
  if (!TEXT.test(value)) fail(`a text that is not escaped: ${value}`);
  return value.replaceAll(/\\(.)/gu, (_escape, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
};

const instantOf = (value: string): Date => {
  const parts = INSTANT.exec(value) ?? fail(`no instant in UTC: ${value}`);
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
};

const countOf = (value: string): number => (/^\d{1,9}$/.test(value) ? Number(value) : fail(`no count: ${value}`));

type Properties = Map<string, string>;

const one = (properties: Properties, name: string): string => properties.get(name) ?? fail(`${name} is missing`);

const entryOf = (properties: Properties): ReadEntry => {
  const entry = {
    uid: textOf(one(properties, 'UID')),
    stamp: one(properties, 'DTSTAMP'),
    begins: instantOf(one(properties, 'DTSTART')),
    ends: instantOf(one(properties, 'DTEND')),
    title: textOf(one(properties, 'SUMMARY')),
    description: textOf(properties.get('DESCRIPTION') ?? ''),
    location: textOf(properties.get('LOCATION') ?? ''),
    url: properties.get('URL') ?? '',
    isFree: properties.get('TRANSP') === 'TRANSPARENT',
    sequence: properties.has('SEQUENCE') ? countOf(one(properties, 'SEQUENCE')) : null,
  };
  instantOf(entry.stamp);
  if (entry.ends <= entry.begins) fail(`${entry.title} ends before it begins`);
  if (entry.url !== '' && urlOf(entry.url) === null) fail(`no address: ${entry.url}`);
  return entry;
};

/** Reads one calendar. Throws where it violates the standard. */
export const readCalendar = (text: string): ReadCalendar => {
  const open: { name: string; properties: Properties }[] = [];
  const entries: ReadEntry[] = [];
  let calendar: Properties | undefined;
  for (const line of unfolded(text)) {
    const { name, value } = (CONTENT_LINE.exec(line) ?? fail(`no content line: ${line}`)).groups as {
      name: string;
      value: string;
    };
    if (calendar !== undefined) fail('something follows it');
    if (name === 'BEGIN') {
      if (value !== (['VCALENDAR', 'VEVENT'] as const)[open.length]) fail(`${value} begins where it must not`);
      open.push({ name: value, properties: new Map() });
    } else if (name === 'END') {
      const ended = open.pop();
      if (ended?.name !== value) fail(`${value} ends, which did not begin`);
      if (value === 'VEVENT') entries.push(entryOf(ended!.properties));
      else calendar = ended!.properties;
    } else {
      const { properties } = open.at(-1) ?? fail('a property outside of it');
      if (properties.has(name)) fail(`${name} twice`);
      properties.set(name, value);
    }
  }
  if (calendar === undefined) return fail('it does not end');
  if (one(calendar, 'VERSION') !== '2.0') fail('another version');
  one(calendar, 'PRODID');
  if (new Set(entries.map(({ uid }) => uid)).size !== entries.length) fail('an id twice');
  return { properties: Object.fromEntries(calendar), entries };
};
