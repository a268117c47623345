import { ASSOCIATION, MEETING_PLACES } from '../association.ts';
import { SHIPPED_CLUB_SCHEDULE } from '../club-session.ts';
import { SHIPPED_OFFICE_HOURS } from '../office-hours.ts';
import { firstMeetingLinks, firstProfile } from './association-settings.ts';
import { SHIPPED_PAGE_TEXTS } from './page-text-shipped.ts';
import type { SiteTextKey, SiteTextValue } from './site-text.ts';

/**
 * The first version of every text of the site, which the software ships with; that of the association's own data is the environment's
 * (`association-settings.ts`). Only servers and the build import this module: a page carries the texts that it shows.
 */
export const SHIPPED_SITE_TEXTS: { readonly [K in SiteTextKey]: SiteTextValue<K> } = {
  homeQuestions: {
    questions: [
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
          'Every {day} from {startTime}, live on Zoom. Members can watch the recording, usually within a few hours after the session.',
      },
      {
        question: 'Can I cancel?',
        answer:
          'Yes. A monthly membership can be cancelled anytime and runs until the end of the month that you paid for. An annual membership has a 30-day money-back guarantee.',
      },
      {
        question: 'What do tournaments cost?',
        answer:
          'There are four virtual tournaments a year, at {entryPrice} each. Members pay less, and annual members enter free.',
      },
      {
        question: 'Is there something shorter than a membership?',
        answer:
          'The Tournament Prep Bootcamp: four weeks for {bootcampPrice}, in a small group, with the entry to your first tournament included.',
      },
      {
        question: 'Do I get something for bringing a friend?',
        answer:
          'Both of you get $50: they sign up with your code, and once their first payment is made the credit is yours.',
      },
    ],
  },
  clubQuestions: {
    questions: [
      {
        question: 'When does the club meet?',
        answer: 'Every {when}, live on Zoom. Your dashboard shows the hour on your own clock, with the button to join.',
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
        answer:
          'Monthly is {monthlyPrice} and can be cancelled anytime. Annual is {annualPrice}, which saves {annualSaving} (2 months free), and adds priority email support, exclusive workshops and free quarterly tournament entries. It has a 30-day money-back guarantee.',
      },
      {
        question: 'Do members have to compete?',
        answer:
          'Nobody has to. Four times a year there is a tournament for those who want one, at {entryPrice} per tournament; members pay less, and annual members enter free.',
      },
    ],
  },
  contactQuestions: {
    topics: [
      {
        name: 'Membership and billing',
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
        questions: [
          {
            question: 'Where is the Zoom link?',
            answer: 'On your dashboard, with a button that opens it. It is the same link every week.',
          },
          {
            question: 'I missed a session. Now what?',
            answer:
              'Watch the recording; it is usually there within a few hours. Then come next {day}. Nobody keeps a register.',
          },
          {
            question: 'Can I change my division?',
            answer: 'Yes, in your account settings, whenever you are ready or whenever you would like an easier {day}.',
          },
        ],
      },
      {
        name: 'Tournaments and bootcamp',
        questions: [
          {
            question: 'What does an entry cost?',
            answer:
              '{entryPrice} for the whole tournament, however many of its four events you enter. Members pay less; annual members pay nothing.',
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
    ],
  },
  curriculum: {
    blocks: [
      {
        name: 'Find your voice',
        text: 'Stand, breathe, begin. Short speeches, many of them.',
        firstWeek: 'One minute on anything',
        secondWeek: 'Openings, pauses, endings',
        leaves: 'A minute you can give without notes',
      },
      {
        name: 'Build the case',
        text: 'An argument is a piece of furniture: it needs legs.',
        firstWeek: 'Claim, reason, example',
        secondWeek: 'Evidence, and what it does not prove',
        leaves: 'A three-point case on both sides of a motion',
      },
      {
        name: 'Meet the clash',
        text: 'Now somebody answers. You keep a flow and answer back.',
        firstWeek: 'Flowing and refuting',
        secondWeek: 'Questions under fire',
        leaves: 'A rebuttal made from your own notes',
      },
      {
        name: 'Hold the floor',
        text: 'Everything together, at speed, with a decision at the end.',
        firstWeek: 'Weighing, and the last word',
        secondWeek: 'A full round, judged',
        leaves: 'A whole debate, won or lost, and written feedback on it',
      },
    ],
  },
  team: {
    isSample: true,
    people: [
      {
        name: 'Alex A.',
        role: 'Founder and head coach',
        text: 'Opens the session, keeps the time, and still gets nervous before the first sentence. Says so, too.',
      },
      {
        name: 'Blake B.',
        role: 'Coach, development division',
        text: 'Teaches the first minute: where to stand, what to leave out, and how to stop when you are done.',
      },
      {
        name: 'Casey C.',
        role: 'Coach, professional division',
        text: 'Judges full rounds with a flow and a decision, and explains the decision until you could have made it.',
      },
      {
        name: 'Devon D.',
        role: 'Tournament director',
        text: 'Pairs the rounds, briefs the judges, and answers the question about time zones for the hundredth time.',
      },
      {
        name: 'Ellis E.',
        role: 'Member support',
        text: 'Reads what you write to us and replies within 24 hours. Usually with the answer.',
      },
    ],
  },
  weeklySession: {
    ...SHIPPED_CLUB_SCHEDULE,
    sessionTopic: 'Current Events Debate',
    warmUpMinutes: 15,
    mainActivityMinutes: 60,
    feedbackMinutes: 15,
    skipped: [],
  },
  announcements: {
    announcements: [
      {
        title: 'Sixty topics to practice with',
        text: 'Strike a group down to one, prepare for two minutes and speak for seven. The page keeps the time, and remembers where you were.',
        link: '/practice-topics',
        linkText: 'Practice a topic',
        audience: 'everyone',
        from: null,
        until: null,
      },
      {
        title: 'Missed a session?',
        text: 'Its recording is typically there within a few hours. Watch it, then come to the next one.',
        link: '/recordings',
        linkText: 'Watch the recordings',
        audience: 'everyone',
        from: null,
        until: null,
      },
    ],
  },
  practiceTopics: {
    groups: [
      {
        firstTopic: 'Employers should publish the pay of every position.',
        secondTopic: 'A four-day week at full pay should be the legal standard for office work.',
        thirdTopic: 'Companies should be barred from contacting employees outside working hours.',
      },
      {
        firstTopic: 'Creative works made mostly by artificial intelligence should carry a label.',
        secondTopic: 'Schools should teach students to write with AI tools rather than forbid them.',
        thirdTopic: 'Companies that replace workers with AI should pay into a fund that retrains them.',
      },
      {
        firstTopic: 'Breakfast is a better meal to share with friends than dinner.',
        secondTopic: 'The book is almost always better than the film.',
        thirdTopic: 'A new city is better explored without a map.',
      },
      {
        firstTopic: 'City centers should be closed to private cars.',
        secondTopic: 'Public transport should be free for every rider.',
        thirdTopic: 'Cities should abolish rules that allow nothing but single-family houses.',
      },
      {
        firstTopic: 'Voting in national elections should be compulsory.',
        secondTopic: 'The voting age should be lowered to sixteen.',
        thirdTopic: 'Citizens chosen by lot should hold a share of the seats in parliament.',
      },
      {
        firstTopic: 'It is sometimes right to lie to a friend.',
        secondTopic: 'Loyalty is a greater virtue than honesty.',
        thirdTopic: 'We owe more to our neighbors than to strangers far away.',
      },
      {
        firstTopic: 'Social networks should be closed to everybody under sixteen.',
        secondTopic: 'Platforms should be liable for the content that their algorithms recommend.',
        thirdTopic: 'People should have to use their real names online.',
      },
      {
        firstTopic: 'Group chats do friendships more harm than good.',
        secondTopic: 'Small talk deserves more respect than it gets.',
        thirdTopic: 'Surprise parties please the hosts more than the guests.',
      },
      {
        firstTopic: 'Universities should admit students by lottery among all who qualify.',
        secondTopic: 'Homework should be abolished in primary schools.',
        thirdTopic: 'Public speaking should be a required subject in every school.',
      },
      {
        firstTopic: 'Nuclear power should be a central part of the answer to climate change.',
        secondTopic: 'Rich countries should pay poorer ones for the damage that climate change causes.',
        thirdTopic: 'Short flights should be banned wherever a train takes less than four hours.',
      },
      {
        firstTopic: 'Sugary drinks should be taxed as heavily as tobacco.',
        secondTopic: 'Every adult should be an organ donor unless they opt out.',
        thirdTopic: 'All advertising for gambling should be banned.',
      },
      {
        firstTopic: 'Talent matters less to success than persistence does.',
        secondTopic: 'A hard life is a better teacher than a comfortable one.',
        thirdTopic: 'Ambition does the world more good than contentment.',
      },
      {
        firstTopic: 'Every adult should receive an unconditional basic income.',
        secondTopic: 'Half of every large inheritance should go to the public.',
        thirdTopic: 'Rent increases should be capped by law.',
      },
      {
        firstTopic: 'Museums should let their visitors touch more and read less.',
        secondTopic: 'Applause between the movements of a concert should be welcome.',
        thirdTopic: 'Prizes for works of art do the arts more harm than good.',
      },
      {
        firstTopic: 'Prisons should aim at rehabilitation rather than punishment.',
        secondTopic: 'Professional judges should decide criminal cases instead of juries.',
        thirdTopic: 'Criminal records should be erased after ten years without another offense.',
      },
      {
        firstTopic: 'Governments should have no way into encrypted messages, even with a warrant.',
        secondTopic: 'Facial recognition should be banned in public places.',
        thirdTopic: 'People should be able to sell the data that is collected about them.',
      },
      {
        firstTopic: 'The Olympic Games should always be held in the same place.',
        secondTopic: 'Professional sports should allow performance-enhancing drugs under medical supervision.',
        thirdTopic: 'College athletes should have the rights of employees.',
      },
      {
        firstTopic: 'Money for crewed space travel should go to exploring the oceans instead.',
        secondTopic: 'Parents should be allowed to edit the genes of their children to prevent disease.',
        thirdTopic: 'Experiments on animals should end, even where that delays new medicine.',
      },
      {
        firstTopic: 'Everybody should live alone for at least a year.',
        secondTopic: 'Renting a home is wiser than owning one.',
        thirdTopic: 'A job that one loves is worth a smaller paycheck.',
      },
      {
        firstTopic: 'Debating teaches people to win more than it teaches them to listen.',
        secondTopic: 'A good question is worth more than a good answer.',
        thirdTopic: 'Changing one’s mind in public is a sign of strength.',
      },
    ],
  },
  officeHours: { ...SHIPPED_OFFICE_HOURS, skipped: [] },
  bootcamp: { weekday: 'Sunday', begins: '10:30', hours: 2, weeks: 4, groupSize: '8-12' },
  ...SHIPPED_PAGE_TEXTS,
  profile: firstProfile(ASSOCIATION),
  meetingPlaces: firstMeetingLinks(MEETING_PLACES),
};
