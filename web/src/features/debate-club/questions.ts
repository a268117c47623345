import { formatCentsShort } from '@lectern/contracts/money';
import type { Question } from '../../components/faq/faq.tsx';
import { TOURNAMENT_ENTRY } from '../../config/offers.ts';
import { PLANS, savings } from '../../config/plans.ts';
import { clubSession } from '../../config/schedule.ts';

export const QUESTIONS: readonly Question[] = [
  {
    question: 'When does the club meet?',
    answer: `Every ${clubSession.day}, ${clubSession.time}, live on Zoom. Your dashboard shows the hour on your own clock, with the button to join.`,
  },
  {
    question: 'What if I join in the middle of the eight weeks?',
    answer:
      'You step on where the table is. Every session stands on its own, the recordings cover what you missed, and the round begins again after week eight.',
  },
  {
    question: 'Which division should I choose?',
    answer:
      'Development if you are new to this or returning after years; professional if you have given speeches or debated under a clock. If you are unsure, start in development. Moving up takes one click in your settings.',
  },
  {
    question: 'Do I have to prepare?',
    answer:
      'No. Motions are given at the table, and preparing for them is part of the session. Those who like homework find practice topics and guides in the member area.',
  },
  {
    question: 'What is the difference between monthly and annual?',
    answer: `Monthly is ${formatCentsShort(PLANS.monthly.cents)} and can be cancelled anytime. Annual is ${formatCentsShort(PLANS.annual.cents)}, which saves ${savings.saving} (2 months free), and adds priority email support, exclusive workshops and free quarterly tournament entries. It has a 30-day money-back guarantee.`,
  },
  {
    question: 'Do members have to compete?',
    answer: `Nobody has to. Four times a year there is a tournament for those who want one, at ${formatCentsShort(TOURNAMENT_ENTRY)} per tournament; members pay less, and annual members enter free.`,
  },
];
