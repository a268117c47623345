import * as z from 'zod/mini';
import { associationProfile } from './association-profile.ts';
import { PAGE_TEXTS } from './page-text.ts';
import { DAY_MINUTES, minutesOf, skippedDay, skipsItsOwnDays, timeOfDay, weekday, whole } from './schedule-fields.ts';
import { isFilledIn, line, list, paragraph } from './text-fields.ts';

/*
 * The forms of the texts that `GET /api/site` answers. Pages of visitors load this module; the texts for members and services are in
 * `site-text.ts`.
 */

const question = z.strictObject({
  question: line('Enter the question').check(isFilledIn()),
  answer: paragraph('Enter the answer').check(isFilledIn()),
});
export type Question = z.output<typeof question>;

const questions = () => list(question, ['question', 'questions'], 30);
const questionList = z.strictObject({ questions: questions() });

/** Questions under headings. */
const questionTopics = z.strictObject({
  topics: list(
    z.strictObject({ name: line('Enter the heading', 80), questions: questions() }),
    ['heading', 'headings'],
    12,
  ),
});

const team = z.strictObject({
  /** Whether the people are the sample's, which the page then says. */
  isSample: z.boolean(),
  /** The first one runs the association; the page shows them first and larger. Without any, it has no section about them. */
  people: z
    .array(
      z.strictObject({
        name: line('Enter the name', 100),
        role: line('Enter the role', 100),
        text: paragraph('Enter a sentence or two about the person'),
      }),
    )
    .check(z.maxLength(40, 'There can be at most 40 people')),
});

const weeklySession = z
  .strictObject({
    /** Of the next session. */
    sessionTopic: line('Enter the topic of the next session', 100),
    /** The day and the time at which it begins, in the association's zone. */
    weekday,
    begins: timeOfDay('Enter the time at which the session begins'),
    /** Of the session; its parts fit into them. */
    minutes: whole('Minutes must be a whole number from 15 to 480', [15, 480]),
    warmUpMinutes: whole('Warm up minutes must be a whole number from 1 to 240', [1, 240]),
    mainActivityMinutes: whole('Main activity minutes must be a whole number from 1 to 240', [1, 240]),
    feedbackMinutes: whole('Feedback minutes must be a whole number from 1 to 240', [1, 240]),
    /** Days without a session, in the association's zone. */
    skipped: z
      .array(z.strictObject({ date: skippedDay, reason: line('Enter the reason that members read') }))
      .check(z.maxLength(60, 'There can be at most 60 skipped days')),
  })
  .check(
    z.refine(({ begins, minutes }) => minutesOf(begins) + minutes <= DAY_MINUTES, {
      error: 'The session must end by midnight',
      path: ['minutes'],
    }),
    z.refine(
      (session) => session.warmUpMinutes + session.mainActivityMinutes + session.feedbackMinutes <= session.minutes,
      {
        error: 'The minutes of the three parts must fit into the minutes of the session',
        path: ['minutes'],
      },
    ),
    skipsItsOwnDays,
  );

/** The blocks of the curriculum, of two weeks each: pages speak of its eight weeks. */
const BLOCKS = 4;

const curriculum = z.strictObject({
  blocks: z
    .array(
      z.strictObject({
        name: line('Enter the name of the block', 60),
        text: paragraph('Enter a sentence about the block'),
        firstWeek: line('Enter the practice of its first week', 100),
        secondWeek: line('Enter the practice of its second week', 100),
        /** The skill that the block leaves. */
        leaves: line('Enter the skill that the block leaves'),
      }),
    )
    .check(
      z.minLength(BLOCKS, `There must be ${BLOCKS} blocks, two weeks each`),
      z.maxLength(BLOCKS, `There must be ${BLOCKS} blocks, two weeks each`),
    ),
});

/** The day, time and length of the bootcamp's sessions. */
const bootcamp = z.strictObject({
  weekday,
  begins: timeOfDay('Enter the time at which a session begins'),
  hours: whole('Hours must be a whole number from 1 to 8', [1, 8]),
  weeks: whole('Weeks must be a whole number from 1 to 52', [1, 52]),
  /** Of people: "8-12". */
  groupSize: line('Enter the size of a group', 20),
});

/** The form of every public text. */
export const PUBLIC_SITE_TEXTS = {
  ...PAGE_TEXTS,
  /** On the home page. */
  homeQuestions: questionList,
  /** On the page of the debate club. */
  clubQuestions: questionList,
  /** On the contact page. */
  contactQuestions: questionTopics,
  /** On the page of the debate club. */
  curriculum,
  /** On the page about the association. */
  team,
  /** The weekly session: when it is, on many pages, and in members' calendars. */
  weeklySession,
  /** On the page of the bootcamp, in its registration, and for members. */
  bootcamp,
  /** On every page, in emails and calendars. */
  profile: associationProfile,
} as const;

/** The texts that public pages show. */
export const publicSiteTexts = z.object(PUBLIC_SITE_TEXTS);
export type PublicSiteTexts = z.output<typeof publicSiteTexts>;
export type PublicSiteTextKey = keyof PublicSiteTexts;
export type PageTextKey = keyof typeof PAGE_TEXTS;
