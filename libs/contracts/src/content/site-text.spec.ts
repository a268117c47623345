import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../errors.ts';
import { SITE_TEXT_KEYS, SITE_TEXTS, siteTextWith } from './site-text.ts';
import { SHIPPED_SITE_TEXTS } from './site-text-shipped.ts';

const complaints = (key: keyof typeof SITE_TEXTS, value: unknown): object =>
  fieldErrors(SITE_TEXTS[key].safeParse(value).error!);

describe('the texts of the site', () => {
  it.each(SITE_TEXT_KEYS)('%s: the shipped version has the form of the text, as it stands', (key) => {
    expect(SITE_TEXTS[key].parse(SHIPPED_SITE_TEXTS[key])).toEqual(SHIPPED_SITE_TEXTS[key]);
  });

  it('each have a place in what is saved and answered', () => {
    const keys = siteTextWith({}).def.options.flatMap(({ shape }) => [...shape.key.def.values]);
    expect(keys).toEqual(SITE_TEXT_KEYS);
  });

  it('have pages whose words may name the values that pages fill in, and no other', () => {
    const { opening } = SHIPPED_SITE_TEXTS.homePage;
    const of = (lead: string) => {
      const parsed = SITE_TEXTS.homePage.safeParse({ ...SHIPPED_SITE_TEXTS.homePage, opening: { ...opening, lead } });
      return parsed.success ? {} : fieldErrors(parsed.error);
    };
    expect(of('Every {day} since {founded}. {{7*7}} ${7*7} {} { day } {1}')).toEqual({});
    expect(of('Every {dya}')).toEqual({
      'opening.lead': 'No page can fill in {dya}. The list above has what it can',
    });
    expect(of('{constructor}')).toHaveProperty('opening.lead');
    expect(of(' ')).toEqual({ 'opening.lead': 'Lead is required' });
    expect(of('a'.repeat(1_001))).toEqual({ 'opening.lead': 'Lead must be 1,000 characters or less' });
    expect(of('{a'.repeat(500))).toEqual({});
  });

  it('have pages with as many words as they have places for', () => {
    const { session, searchResult } = SHIPPED_SITE_TEXTS.homePage;
    const twice = { ...session, parts: [...session.parts, ...session.parts] };
    expect(complaints('homePage', { ...SHIPPED_SITE_TEXTS.homePage, session: twice })).toEqual({
      'session.parts': 'There must be 3 parts',
    });
    const twoLines = { ...searchResult, title: 'Two\nlines' };
    expect(complaints('homePage', { ...SHIPPED_SITE_TEXTS.homePage, searchResult: twoLines })).toEqual({
      'searchResult.title': 'Title must be one line, without hidden characters',
    });
    expect(complaints('plans', { ...SHIPPED_SITE_TEXTS.plans, benefits: [] })).toEqual({
      benefits: 'Add at least one benefit',
    });
  });

  it('have a weekly session that ends by midnight, parts that fit into it, and skipped days of its weekday, each once', () => {
    const of = (difference: object) => {
      const parsed = SITE_TEXTS.weeklySession.safeParse({ ...SHIPPED_SITE_TEXTS.weeklySession, ...difference });
      return parsed.success ? {} : fieldErrors(parsed.error);
    };
    const day = (date: string) => ({ date, reason: 'Winter break' });
    expect(of({ skipped: [day('2026-12-27'), day('2027-01-03')] })).toEqual({});
    expect(of({ weekday: 'Wednesday', begins: '22:00', skipped: [day('2026-12-30')] })).toEqual({});
    expect(of({ begins: '22:01' })).toEqual({ minutes: 'The session must end by midnight' });
    expect(of({ minutes: 90 })).toEqual({});
    expect(of({ minutes: 89 })).toEqual({
      minutes: 'The minutes of the three parts must fit into the minutes of the session',
    });
    expect(of({ weekday: 'Monday', skipped: [day('2026-12-28'), day('2026-12-27'), day('2026-12-28')] })).toEqual({
      'skipped.1.date': 'Choose a Monday',
      'skipped.2.date': 'This day is in the list twice',
    });
    for (const date of ['2026-02-29', '2026-12-27T00:00:00Z', '', 'Sunday'])
      expect(of({ skipped: [day(date)] })).toEqual({ 'skipped.0.date': 'Choose a day' });
    expect(of({ weekday: 'Sun', begins: '8:00', warmUpMinutes: 0, skipped: [{ date: '', reason: ' ' }] })).toEqual({
      weekday: 'Choose a weekday',
      begins: 'Enter the time at which the session begins',
      warmUpMinutes: 'Warm up minutes must be a whole number from 1 to 240',
      'skipped.0.date': 'Choose a day',
      'skipped.0.reason': 'Enter the reason that members read',
    });
  });

  it('have office hours whose slots fit into a day, and skipped days of their weekday, each once', () => {
    const of = (difference: object) => {
      const parsed = SITE_TEXTS.officeHours.safeParse({ ...SHIPPED_SITE_TEXTS.officeHours, ...difference });
      return parsed.success ? {} : fieldErrors(parsed.error);
    };
    const day = { date: '2026-12-25' };
    expect(of({ begins: '22:00', minutes: 60, skipped: [day] })).toEqual({});
    expect(of({ begins: '22:01', minutes: 60 })).toEqual({ slotsPerWeek: 'The last slot must end by midnight' });
    expect(of({ weeksAhead: 1, noticeHours: 168 })).toEqual({
      noticeHours: 'Notice hours must be less than the weeks ahead',
    });
    expect(of({ skipped: [day, { date: '2026-12-24' }, day, { date: '2026-02-30' }] })).toEqual({
      'skipped.1.date': 'Choose a Friday',
      'skipped.2.date': 'This day is in the list twice',
      'skipped.3.date': 'Choose a day',
    });
    for (const date of ['', 'Friday', '2026-12-25T00:00:00Z', '2026-02-30'])
      expect(of({ skipped: [{ date }] })).toEqual({ 'skipped.0.date': 'Choose a day' });
    for (const begins of ['', '9:00', '24:00', '15:60'])
      expect(of({ begins })).toEqual({ begins: 'Enter the time at which the first slot begins' });
    expect(of({ minutes: undefined, slotsPerWeek: 1.5 })).toEqual({
      minutes: 'Minutes must be a whole number from 10 to 180',
      slotsPerWeek: 'Slots per week must be a whole number from 0 to 12',
    });
    expect(of({ slotsPerWeek: 0, timeZone: 'Europe/Berlin' })).toEqual({});
    expect(of({ slotsPerWeek: -1, timeZone: 'EST' })).toEqual({
      slotsPerWeek: 'Slots per week must be a whole number from 0 to 12',
      timeZone: 'Choose a time zone such as America/Los_Angeles',
    });
  });

  it('have office hours on New York’s clock where an earlier release stored them', () => {
    const { timeZone: _zone, ...earlier } = SHIPPED_SITE_TEXTS.officeHours;
    expect(SITE_TEXTS.officeHours.parse(earlier).timeZone).toBe('America/New_York');
  });

  it('have a profile with readable colors, a time zone that exists, and each link once', () => {
    const of = (difference: object) => complaints('profile', { ...SHIPPED_SITE_TEXTS.profile, ...difference });
    expect(
      SITE_TEXTS.profile.parse({
        ...SHIPPED_SITE_TEXTS.profile,
        name: ' Harbor ',
        postalAddress: null,
        color: '#004080',
      }),
    ).toMatchObject({ name: 'Harbor', postalAddress: null, color: '#004080' });
    expect(of({ color: '#ff8d7d', secondColor: 'red' })).toEqual({
      color: 'Color is too light to be read on the pages. Choose a darker one',
      secondColor: 'Enter a color such as #1e5f74',
    });
    for (const timeZone of ['EST', '+05:00', 'Mars/Olympus', '', undefined])
      expect(Object.keys(of({ timeZone }))).toEqual(['timeZone']);
    expect(of({ name: ' ', founded: '19', supportEmail: 'support', postalAddress: 'A\nB' })).toEqual({
      name: 'Enter the name',
      founded: 'Enter the year in four digits, such as 2019',
      supportEmail: 'Please enter a valid email address',
      postalAddress: 'Postal address must be one line, without hidden characters',
    });
    expect(of({ founded: '2999' })).toEqual({ founded: 'This year has not begun yet' });
    const link = 'https://www.youtube.com/@harbor';
    expect(
      of({ social: [{ link }, { link: `${link}/` }, { link: 'http://a.example' }, { link: 'https://a@b.example' }] }),
    ).toEqual({
      'social.1.link': 'This link is in the list twice',
      'social.2.link': 'Enter a link that begins with https://',
      'social.3.link': 'Enter a link that begins with https://',
    });
    const nine = Array.from({ length: 9 }, (_, at) => ({ link: `${link}${at}` }));
    expect(of({ social: nine })).toEqual({ social: 'There can be at most 8 links' });
    expect(of({ logo: '../logo.png' })).toEqual({ logo: 'Choose the logo again' });
  });

  it('have meeting links that begin with https://, with or without a community', () => {
    const [zoomUrl, discordUrl] = ['https://zoom.us/j/1', null];
    expect(SITE_TEXTS.meetingPlaces.parse({ zoomUrl, discordUrl })).toEqual({ zoomUrl, discordUrl });
    expect(complaints('meetingPlaces', { zoomUrl: 'zoom.us/j/1', discordUrl: 'javascript:alert(1)' })).toEqual({
      zoomUrl: 'Enter the Zoom link, which begins with https://, or leave it blank',
      discordUrl: 'Enter the Discord link, which begins with https://, or leave it blank',
    });
  });

  it('name each field that is wrong by its place in the list', () => {
    const person = { name: 'Noor', role: 'Coach', text: 'Listens.' };
    expect(complaints('team', { isSample: false, people: [person, { ...person, name: ' ', role: 'A\nB' }] })).toEqual({
      'people.1.name': 'Enter the name',
      'people.1.role': 'Role must be one line, without hidden characters',
    });
    expect(complaints('homeQuestions', { questions: [] })).toEqual({ questions: 'Add at least one question' });
    expect(complaints('homeQuestions', { questions: [{ question: 'Q?', answer: 'a'.repeat(2_001) }] })).toEqual({
      'questions.0.answer': 'Answer must be 2,000 characters or less',
    });
  });
});
