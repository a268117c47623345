import { formatCentsShort } from '@lectern/contracts/money';
import { TOURNAMENT_ENTRY } from '../../config/offers.ts';

/** The most frequent questions, by topic. */
export const TOPICS = [
  {
    name: 'Membership and billing',
    side: 'aff',
    questions: [
      {
        question: 'How do I change my card?',
        answer:
          'On your Subscription page, with Update Payment Method. Cards are kept by our payment provider; we never see their numbers.',
      },
      {
        question: 'How do I cancel?',
        answer:
          'On your Subscription page. You keep everything until the end of the period that you paid for, and nothing is charged after it.',
      },
      {
        question: 'Where are my invoices?',
        answer: 'In the Payment History of your Subscription page, each with its download.',
      },
    ],
  },
  {
    name: 'Sessions',
    side: 'neg',
    questions: [
      {
        question: 'Where is the Zoom link?',
        answer: 'On your dashboard, with a button that opens it. It is the same link every week.',
      },
      {
        question: 'I missed a session. Now what?',
        answer:
          'Watch the recording; it is usually there within a few hours. Then come next Sunday. Nobody keeps a register.',
      },
      {
        question: 'Can I change my division?',
        answer: 'Yes, in your account settings, whenever you are ready or whenever you would like an easier Sunday.',
      },
    ],
  },
  {
    name: 'Tournaments and bootcamp',
    side: 'aff',
    questions: [
      {
        question: 'What does an entry cost?',
        answer: `${formatCentsShort(TOURNAMENT_ENTRY)} for the whole tournament, however many of its four events you enter. Members pay less; annual members pay nothing.`,
      },
      {
        question: 'I have registered and not paid. Is my place safe?',
        answer:
          'Your entry waits for its payment until the registration deadline. The link is in the confirmation that we mailed you.',
      },
      {
        question: 'Is the bootcamp too much for a beginner?',
        answer:
          'No. It takes twelve people at most, goes through one event a week, and ends with your first tournament.',
      },
    ],
  },
  {
    name: 'Your account',
    side: 'neg',
    questions: [
      {
        question: 'I forgot my password.',
        answer: 'Ask for a link on the password page. It comes to your mailbox and works once.',
      },
      {
        question: 'I paid and have no account yet.',
        answer:
          'Open the link in the email that came after your payment. If you cannot find it, set up your account with the same address and we mail another.',
      },
      {
        question: 'How do I stop the newsletter?',
        answer: 'Every email ends with an unsubscribe link. One press, and it is done for good.',
      },
    ],
  },
] as const;

export const QUESTIONS = TOPICS.flatMap(({ questions }) => [...questions]);
