import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './site-http.ts';

const question = { question: 'Do I need any experience?', answer: 'No. Beginners have a division of their own.' };
const questions = { questions: [question] };

export const siteDocs = {
  readSite: {
    summary: 'Reads the texts of the site that the association changes itself.',
    response: {
      homeQuestions: questions,
      clubQuestions: questions,
      contactQuestions: { topics: [{ name: 'Sessions', questions: [question] }] },
      team: {
        isSample: false,
        people: [{ name: 'Alex A.', role: 'Head coach', text: 'Opens the session and keeps the time.' }],
      },
      weeklySession: {
        sessionTopic: 'Current Events Debate',
        skipped: [{ date: '2026-12-27', reason: 'Winter break' }],
      },
    },
  },
} satisfies DocsOf<typeof http>;
