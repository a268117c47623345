import { describe, expect, it } from 'vitest';
import { type CalendarEntry, calendarText } from './calendar.ts';
import { readCalendar } from './testing/read-calendar.ts';

const session: CalendarEntry = {
  uid: 'session-1@lectern.example',
  begins: new Date('2025-11-22T17:00:00Z'),
  ends: new Date('2025-11-23T00:00:00Z'),
  title: 'Online Fall Classic',
  description: 'Four rounds; bring water, please.',
  location: 'Zoom',
  url: 'https://lectern.example/tournaments',
};
const calendar = { publisher: 'Lectern, of course', now: new Date('2025-10-01T00:00:00Z'), entries: [session] };
const lines = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar', () => {
  it('says what it is, who publishes it, and each entry in UTC', () => {
    expect(lines(calendarText(calendar))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Lectern\\, of course//Events//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:session-1@lectern.example',
      'DTSTAMP:20251001T000000Z',
      'DTSTART:20251122T170000Z',
      'DTEND:20251123T000000Z',
      'SUMMARY:Online Fall Classic',
      'DESCRIPTION:Four rounds\\; bring water\\, please.',
      'LOCATION:Zoom',
      'URL:https://lectern.example/tournaments',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('that programs subscribe to has a name and a refresh interval', () => {
    const text = calendarText({ ...calendar, feed: { name: 'Lectern; yours', refreshMinutes: 60 } });
    expect(readCalendar(text).properties).toMatchObject({
      NAME: 'Lectern\\; yours',
      'X-WR-CALNAME': 'Lectern\\; yours',
      'REFRESH-INTERVAL;VALUE=DURATION': 'PT60M',
      'X-PUBLISHED-TTL': 'PT60M',
    });
  });

  it('shows the reader as free during an entry that takes no time', () => {
    const [busy, free] = readCalendar(
      calendarText({ ...calendar, entries: [session, { ...session, uid: '2', isFree: true }] }),
    ).entries;
    expect([busy!.isFree, free!.isFree]).toEqual([false, true]);
  });

  it('gives the change count of an entry that has one', () => {
    const [unpublished, published] = readCalendar(
      calendarText({ ...calendar, entries: [session, { ...session, uid: '2', sequence: 3 }] }),
    ).entries;
    expect([unpublished!.sequence, published!.sequence]).toEqual([null, 3]);
  });

  it('folds long lines at 75 octets, between characters', () => {
    const description = '“Vier Sonntage” — 🎤 '.repeat(20);
    expect(
      readCalendar(calendarText({ ...calendar, entries: [{ ...session, description }] })).entries[0]!.description,
    ).toBe(description);
  });

  it.each([
    ['backslashes, commas and semicolons', 'a\\b, c; d\\n', 'a\\b, c; d\\n'],
    ['a line feed', 'one\ntwo', 'one\ntwo'],
    ['a carriage return', 'one\rEND:VEVENT', 'one\nEND:VEVENT'],
    ['both', 'one\r\nBEGIN:VALARM', 'one\nBEGIN:VALARM'],
    ['other line separators', 'one\u2028two\u2029three\u0085four\vfive\fsix', 'one\ntwo\nthree\nfour\nfive\nsix'],
    ['control characters', 'one\u0000\u0007\u001b\u007f\u009fend', 'oneend'],
    ['a tab', 'one\ttwo', 'one\ttwo'],
    ['nothing', '', ''],
  ])('keeps a text with %s in its line', (_what, typed, read) => {
    const entry = { ...session, title: typed, description: typed, location: typed };
    const { entries } = readCalendar(
      calendarText({ ...calendar, publisher: typed, entries: [entry], feed: { name: typed, refreshMinutes: 60 } }),
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ title: read, description: read, location: read });
  });
});

describe('the calendar parser of the tests', () => {
  const good = calendarText(calendar);
  it.each([
    ['a line that does not end', good.slice(0, -2)],
    ['line feeds alone', good.replaceAll('\r\n', '\n')],
    ['a long line', good.replace('SUMMARY:', `SUMMARY:${'x'.repeat(80)}`)],
    ['a text that is not escaped', good.replace('water\\,', 'water,')],
    ['a missing stamp', good.replace(/DTSTAMP.*\r\n/, '')],
    ['an end before the beginning', good.replace('DTEND:20251123', 'DTEND:20251121')],
    ['an entry that does not end', good.replace('END:VEVENT\r\n', '')],
    ['a property twice', good.replace('VERSION:2.0\r\n', 'VERSION:2.0\r\nVERSION:2.0\r\n')],
    ['an id twice', calendarText({ ...calendar, entries: [session, session] })],
    ['what is no property', good.replace('LOCATION:Zoom', 'somewhere')],
  ])('refuses %s', (_what, text) => {
    expect(() => readCalendar(text)).toThrow('Not a calendar');
  });
});
