import { BOOTCAMP, REFERRAL_REWARD, TOURNAMENT_ENTRY } from '../../config/offers.ts';
import type { Question } from '../../components/faq/faq.tsx';
import { formatCentsShort } from '@lectern/contracts/money';

export const QUESTIONS: readonly Question[] = [
  {
    question: 'Do I need any experience?',
    answer:
      'No. The development division is for beginners and starts with one-minute speeches. If you have debated before, take a seat in the professional division. You choose, and you can change.',
  },
  {
    question: 'I am nervous about speaking. Is this for me?',
    answer:
      'It is made for you. Nobody is asked to be brilliant, only to speak for a minute and to listen to what the coach says about it. Nerves get smaller with repetition, and repetition is what we do.',
  },
  {
    question: 'When are the sessions, and what if I miss one?',
    answer:
      'Every Sunday from 8:00 AM PST, live on Zoom. Members can watch the recording, usually within a few hours after the session.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'Yes. A monthly membership can be cancelled anytime and runs until the end of the month that you paid for. An annual membership has a 30-day money-back guarantee.',
  },
  {
    question: 'What do tournaments cost?',
    answer: `There are four virtual tournaments a year, at ${formatCentsShort(TOURNAMENT_ENTRY)} each. Members pay less, and annual members enter free.`,
  },
  {
    question: 'Is there something shorter than a membership?',
    answer: `The Tournament Prep Bootcamp: four weeks for ${formatCentsShort(BOOTCAMP)}, in a small group, with the entry to your first tournament included.`,
  },
  {
    question: 'Do I get something for bringing a friend?',
    answer: `Both of you get ${formatCentsShort(REFERRAL_REWARD)}: they sign up with your code, and once their first payment is made the credit is yours.`,
  },
];
