import * as z from 'zod/mini';
import { fieldMessage, lineOrBlank, ONE_LINE, requiredLine } from '../fields.ts';
import { exactly, IN_ONE_LINE, isFilledIn, list, listOrNone } from './text-fields.ts';

/*
 * The words of public pages, one object for each page. A form of the console follows from these schemas: a group is a section, a list is a
 * list of items, and the label of a field is the words of its name. Buttons, forms, messages and prices are not here.
 */

const words = (max: number) =>
  requiredLine(
    fieldMessage((field) => `${field} is required`),
    max,
  ).check(isFilledIn());

/** A short text in one line: a heading, a name. */
const short = (max = 120) => words(max).check(z.regex(ONE_LINE, { error: IN_ONE_LINE }));
/** As {@link short}, or blank: the page then leaves it out. */
const shortOrBlank = (max = 120) => lineOrBlank(max).check(isFilledIn(), z.regex(ONE_LINE, { error: IN_ONE_LINE }));
/** A sentence or some. */
const text = () => words(1_000);
/** Paragraphs with a blank line between two. */
const paragraphs = () => words(4_000);

const titled = z.strictObject({ title: short(), text: text() });
const named = z.strictObject({ name: short(), text: text() });
const headed = z.strictObject({ title: short(), lead: text() });
/** The title and the description of a page for search engines, browsers and links that people share. */
const searchResult = z.strictObject({ title: short(80), description: text() });

/** The audience of each division, and its activities. */
const division = z.strictObject({
  audience: short(200),
  points: list(z.strictObject({ text: short(200) }), ['point', 'points'], 8),
});
const divisions = z.strictObject({ title: short(), lead: text(), development: division, professional: division });

/** The key details of a page, in columns below its heading. */
const details = list(
  z.strictObject({ term: short(60), value: short(100), note: short(100) }),
  ['detail', 'details'],
  5,
);

const homePage = z.strictObject({
  searchResult,
  opening: z.strictObject({ title: short(), lead: text(), members: shortOrBlank(), assurance: short(200) }),
  whyJoin: z.strictObject({ title: short(), lead: text(), reasons: list(named, ['reason', 'reasons'], 8) }),
  pricing: z.strictObject({ title: short() }),
  session: z.strictObject({ title: short(), lead: text(), parts: exactly(named, 3, 'parts') }),
  divisions,
  questions: z.strictObject({ title: short() }),
  newsletter: titled,
  starterKit: titled,
  closing: titled,
});

const plans = z.strictObject({
  lead: text(),
  benefits: list(
    z.strictObject({ benefit: short(100), monthly: short(60), annual: short(60) }),
    ['benefit', 'benefits'],
    20,
  ),
});

const clubPage = z.strictObject({
  searchResult,
  opening: headed,
  details,
  benefits: z.strictObject({
    title: short(),
    answers: list(z.strictObject({ worry: short(200), name: short(), text: text() }), ['answer', 'answers'], 8),
  }),
  curriculum: headed,
  divisions,
  pricing: z.strictObject({ title: short() }),
  questions: z.strictObject({ title: short() }),
  closing: titled,
});

const bootcampPage = z.strictObject({
  searchResult,
  opening: headed,
  details,
  nextRun: z.strictObject({ title: short() }),
  weeks: z.strictObject({
    title: short(),
    lead: text(),
    /** Prepared and spontaneous ones in turn. */
    competitions: exactly(z.strictObject({ name: short(), text: text(), leaves: short(200) }), 4, 'competitions'),
  }),
  divisions,
  closing: titled,
});

const howItWorksPage = z.strictObject({
  searchResult,
  opening: z.strictObject({ title: short(), lead: text(), note: shortOrBlank(200) }),
  steps: z.strictObject({ title: short(), lead: text(), steps: exactly(named, 4, 'steps') }),
  programs: z.strictObject({
    title: short(),
    lead: text(),
    /** The club, the bootcamp and the tournaments. */
    programs: exactly(
      z.strictObject({
        name: short(),
        priceNote: short(),
        text: text(),
        when: short(),
        length: short(),
        audience: short(),
      }),
      3,
      'programs',
    ),
  }),
  closing: titled,
});

const aboutPage = z.strictObject({
  searchResult,
  mission: headed,
  numbers: listOrNone(z.strictObject({ number: short(60), label: short(60), note: short() }), 'numbers', 6),
  story: z.strictObject({
    title: short(),
    /** The two sides in turn. Without any, the page has no story. */
    parts: listOrNone(z.strictObject({ name: short(), text: paragraphs() }), 'parts', 9),
  }),
  closing: titled,
});

const tournamentsPage = z.strictObject({
  searchResult,
  opening: headed,
  upcoming: z.strictObject({ title: short() }),
  keyNumbers: z.strictObject({
    title: short(),
    lead: text(),
    numbers: list(
      z.strictObject({ number: short(60), unit: short(60), name: short(), text: text() }),
      ['number', 'numbers'],
      8,
    ),
  }),
  divisions,
  season: headed,
  guidelines: z.strictObject({ title: short(), lead: text(), rules: list(named, ['rule', 'rules'], 20) }),
  closing: titled,
});

const contactPage = z.strictObject({
  searchResult,
  opening: headed,
  writeToUs: z.strictObject({ text: text(), promise: short(200) }),
  /** Without hours, the page has no live chat. */
  liveChat: z.strictObject({ hours: shortOrBlank(200), text: text() }),
  questions: headed,
  help: z.strictObject({
    title: short(),
    /** The targets of the links are fixed. */
    cards: exactly(titled, 5, 'cards'),
  }),
});

const resourcesPage = z.strictObject({ searchResult, opening: headed, documents: headed, newsletter: titled });

const subscribePage = z.strictObject({ searchResult, opening: headed });

const newslettersPage = z.strictObject({ searchResult, opening: headed });

/** The form of the words of every page. */
export const PAGE_TEXTS = {
  homePage,
  clubPage,
  bootcampPage,
  howItWorksPage,
  tournamentsPage,
  aboutPage,
  contactPage,
  resourcesPage,
  subscribePage,
  newslettersPage,
  /** The plans compared, on the home page and the page of the debate club. */
  plans,
} as const;
