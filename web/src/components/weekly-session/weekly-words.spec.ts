import { describe, expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { beginOf, durationOf, hourOf, lengthOf, summaryOf, weeklyWords, type WeeklySession } from './weekly-words.ts';

const ZONE = 'America/Los_Angeles';
const SHIPPED = SHIPPED_SITE_TEXTS.weeklySession;
const at = (difference: Partial<WeeklySession>): WeeklySession => ({ ...SHIPPED, ...difference });

describe('the words of the weekly session', () => {
  it('are those of the specification before anybody changes it', () => {
    expect(weeklyWords(SHIPPED, ZONE)).toEqual({
      day: 'Sunday',
      on: 'on Sunday',
      when: 'Sunday, 8:00-10:00 AM PST',
      rhythm: '90 minutes, every Sunday from 8:00 AM PST',
      session: '90-minute session',
      practice: 'two hours of practice',
      partOfDay: 'morning',
    });
    expect(summaryOf(SHIPPED, ZONE)).toBe('Weekday at 8AM PST');
    expect(beginOf(SHIPPED, ZONE)).toBe('8:00 AM PST');
    expect(lengthOf(SHIPPED)).toBe('2 hours');
    expect(durationOf(SHIPPED)).toBe('PT2H');
    expect(hourOf(SHIPPED)).toBe(8);
  });

  it('follow a change', () => {
    const evening = at({
      weekday: 'Wednesday',
      begins: '18:30',
      minutes: 75,
      warmUpMinutes: 5,
      mainActivityMinutes: 40,
    });
    expect(weeklyWords(evening, 'America/New_York')).toEqual({
      day: 'Wednesday',
      on: 'on Wednesday',
      when: 'Wednesday, 6:30-7:45 PM EST',
      rhythm: '60 minutes, every Wednesday from 6:30 PM EST',
      session: '60-minute session',
      practice: '75 minutes of practice',
      partOfDay: 'evening',
    });
    expect(summaryOf(evening, 'America/New_York')).toBe('Wednesday at 6:30PM EST');
    expect(lengthOf(evening)).toBe('75 minutes');
    expect(durationOf(evening)).toBe('PT1H15M');
    expect(hourOf(evening)).toBe(18.5);
  });

  it.each([
    ['11:00', 120, '11:00 AM-1:00 PM'],
    ['12:00', 60, '12:00-1:00 PM'],
    ['00:00', 60, '12:00-1:00 AM'],
    ['22:00', 120, '10:00 PM-12:00 AM'],
    ['09:05', 30, '9:05-9:35 AM'],
  ])('write %s and %i minutes as %s', (begins, minutes, words) => {
    expect(weeklyWords(at({ begins, minutes }), ZONE).when).toBe(`Sunday, ${words} PST`);
  });

  it.each([
    ['Europe/Berlin', 'GMT+1'],
    ['Australia/Sydney', 'GMT+10'],
    ['UTC', 'UTC'],
  ])('name the standard time of %s', (zone, name) => {
    expect(beginOf(SHIPPED, zone)).toBe(`8:00 AM ${name}`);
  });

  it('name the day where the time is another one, since only the schedule of the specification has none', () => {
    expect(summaryOf(at({ begins: '09:00' }), ZONE)).toBe('Sunday at 9AM PST');
    expect(summaryOf(at({ weekday: 'Saturday' }), ZONE)).toBe('Saturday at 8AM PST');
  });

  it.each([
    [60, '1 hour', 'PT1H', 'one hour of practice'],
    [45, '45 minutes', 'PT45M', '45 minutes of practice'],
    [480, '8 hours', 'PT8H', 'eight hours of practice'],
  ])('write a length of %i minutes', (minutes, length, duration, practice) => {
    expect([lengthOf({ minutes }), durationOf({ minutes }), weeklyWords(at({ minutes }), ZONE).practice]).toEqual([
      length,
      duration,
      practice,
    ]);
  });

  it('name no day and no time where the schedule is unknown', () => {
    expect(JSON.stringify(weeklyWords(undefined, ZONE))).not.toMatch(/\d|[A-Z]+day|[AP]M|hour|minute/);
  });
});
