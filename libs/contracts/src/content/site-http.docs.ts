import type { DocsOf } from '../route-docs/route-docs.ts';
import { SHIPPED_PAGE_TEXTS } from './page-text-shipped.ts';
import type * as http from './site-http.ts';

const question = { question: 'Do I need any experience?', answer: 'No. Beginners have a division of their own.' };
const questions = { questions: [question] };

/** The words of every page, cut short. */
const pages = JSON.parse(
  JSON.stringify(SHIPPED_PAGE_TEXTS, (_name, value: unknown) => (typeof value === 'string' ? 'Every {day}' : value)),
) as typeof SHIPPED_PAGE_TEXTS;

export const siteDocs = {
  readSite: {
    summary: 'Reads the texts of the site that the association changes itself.',
    description: 'Words in braces, such as `{day}`, stand for values that pages fill in.',
    response: {
      homeQuestions: questions,
      clubQuestions: questions,
      curriculum: {
        blocks: [
          {
            name: 'Find your voice',
            text: 'Short speeches, many of them.',
            firstWeek: 'One minute on anything',
            secondWeek: 'Openings, pauses, endings',
            leaves: 'A minute without notes',
          },
          {
            name: 'Build the case',
            text: 'An argument needs legs.',
            firstWeek: 'Claim, reason, example',
            secondWeek: 'Evidence',
            leaves: 'A three-point case',
          },
          {
            name: 'Meet the clash',
            text: 'Somebody answers.',
            firstWeek: 'Flowing and refuting',
            secondWeek: 'Questions',
            leaves: 'A rebuttal from notes',
          },
          {
            name: 'Hold the floor',
            text: 'Everything together.',
            firstWeek: 'Weighing',
            secondWeek: 'A full round, judged',
            leaves: 'A whole debate',
          },
        ],
      },
      contactQuestions: { topics: [{ name: 'Sessions', questions: [question] }] },
      team: {
        isSample: false,
        people: [{ name: 'Alex A.', role: 'Head coach', text: 'Opens the session and keeps the time.' }],
      },
      weeklySession: {
        sessionTopic: 'Current Events Debate',
        weekday: 'Sunday',
        begins: '08:00',
        minutes: 120,
        warmUpMinutes: 15,
        mainActivityMinutes: 60,
        feedbackMinutes: 15,
        skipped: [{ date: '2026-12-27', reason: 'Winter break' }],
      },
      bootcamp: { weekday: 'Sunday', begins: '10:30', hours: 2, weeks: 4, groupSize: '8-12' },
      ...pages,
      profile: {
        name: 'Lectern',
        fullName: 'Lectern Speech & Debate Association',
        tagline: 'Compete. Grow. Connect.',
        founded: '2019',
        timeZone: 'America/Los_Angeles',
        supportEmail: 'support@lectern.example',
        billingEmail: 'billing@lectern.example',
        careersEmail: 'careers@lectern.example',
        postalAddress: '1 Example Square, Springfield',
        taxNumber: '12-3456789',
        social: [{ link: 'https://www.linkedin.com/company/lectern-example' }],
        color: '#b3372b',
        secondColor: '#1e5f74',
        logo: null,
      },
    },
  },
} satisfies DocsOf<typeof http>;
