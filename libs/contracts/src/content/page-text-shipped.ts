import type * as z from 'zod/mini';
import type { PAGE_TEXTS } from './page-text.ts';
import { INCLUDED, NOT_INCLUDED } from './placeholders.ts';

/** The first version of the words of public pages. */
export const SHIPPED_PAGE_TEXTS: { readonly [K in keyof typeof PAGE_TEXTS]: z.output<(typeof PAGE_TEXTS)[K]> } = {
  homePage: {
    searchResult: {
      title: 'Debate club for adults',
      description:
        '{fullName}: a weekly live debate club on Zoom for adults, with coaching and tournaments. {monthlyPrice} a month or {annualPrice} a year.',
    },
    opening: {
      title: 'The debate club for adults with something to say.',
      lead: 'Speak every week, live on Zoom, with people at your level and a coach who listens. You leave with one thing to do better next time.',
      members: '500+ members',
      assurance: 'have taken the floor since {founded}. Cancel anytime.',
    },
    whyJoin: {
      title: 'Why join',
      lead: 'You know what you think already. The rest is practice.',
      reasons: [
        {
          name: 'You speak every week',
          text: 'Nobody learns to swim by watching. The floor comes to you in every session, for a minute at first.',
        },
        {
          name: 'Somebody listens for a living',
          text: 'A coach hears you out and names one thing. One you can do something about by next {day}.',
        },
        {
          name: 'Nobody here is seventeen',
          text: 'Your opponents have jobs, children and mortgages. They argue about things that you have opinions on.',
        },
        {
          name: 'There is something to win',
          text: 'Four tournaments a year, on Zoom, in your division. Enter when you are ready; nobody asks why you have not yet.',
        },
      ],
    },
    pricing: { title: 'Two ways to pay' },
    session: {
      title: 'How a session works',
      lead: '{rhythm}. Everybody speaks, every time; that is the whole method.',
      parts: [
        {
          name: 'Warm-up',
          text: 'Impromptu rounds of a minute each. You speak before you have time to be nervous.',
        },
        {
          name: 'Main activity',
          text: 'A debate or a set of speeches in your division, with time to prepare and a flow of every argument.',
        },
        {
          name: 'Feedback',
          text: 'What landed, what did not, and the one thing to try next week. From a coach, to you.',
        },
      ],
    },
    divisions: {
      title: 'Two divisions, one table',
      lead: 'You choose where you sit, and you may change sides of the table whenever you are ready.',
      development: {
        audience: 'For beginners, and for those who have been away for a while.',
        points: [
          { text: 'How to open, how to stop, and what to do with your hands' },
          { text: 'Building a case from a claim, a reason and an example' },
          { text: 'Rounds with people who were nervous last month, too' },
        ],
      },
      professional: {
        audience: 'For experienced speakers who want to be tested.',
        points: [
          { text: 'Full rounds at full speed, with a flow and a decision' },
          { text: 'Answering the best version of the other side' },
          { text: 'Preparation for tournaments, boardrooms and hearings' },
        ],
      },
    },
    questions: { title: 'Questions people ask first' },
    newsletter: {
      title: 'An email from {name}',
      text: 'New articles, tournament dates and a motion to argue about at dinner. Every issue has an unsubscribe link.',
    },
    starterKit: {
      title: 'The starter kit',
      text: 'A plan for your first four weeks of speaking, with twelve topics and a flow sheet to print.',
    },
    closing: {
      title: 'The floor is yours on {day}.',
      text: 'Register in two minutes. The Zoom link is on your dashboard the moment your payment is through.',
    },
  },
  clubPage: {
    searchResult: {
      title: 'Weekly Debate Club',
      description:
        'A live debate club for adults, every {day} on Zoom: two divisions, an eight-week curriculum, a coach at every table. {monthlyPrice} a month or {annualPrice} a year.',
    },
    opening: {
      title: 'Speak every {day} until it feels like you.',
      lead: 'The Weekly Debate Club is {practice} with a coach and people at your level: build a case, hear the answer, answer back.',
    },
    details: [
      { term: 'Where', value: 'Live on Zoom', note: 'Recorded for members' },
      { term: 'Tables', value: 'Two divisions', note: 'Beginners and experienced' },
      { term: 'Price', value: '{monthlyPrice} per month', note: 'or {annualPrice} per year' },
    ],
    benefits: {
      title: 'What you tell yourself, and what we answer',
      answers: [
        {
          worry: 'I freeze when everybody looks at me.',
          name: 'A voice that holds',
          text: 'You speak in every session, first for one minute, later for seven. By the third {day} the silence before your first word is yours to use.',
        },
        {
          worry: 'I know what I mean. It comes out sideways.',
          name: 'A case that stands',
          text: 'Claim, reason, example, so what. You learn to build an argument before you open your mouth, and to hear when a leg is missing.',
        },
        {
          worry: 'The good answer comes to me in the car.',
          name: 'Answers on your feet',
          text: 'You flow what the other side says, find the one point that matters and answer it while they are still in the room.',
        },
        {
          worry: 'Nobody at work tells me the truth about it.',
          name: 'People who listen back',
          text: 'A coach and a table of adults who tell you what landed and what did not, kindly and in detail, and who come back next week to hear you again.',
        },
      ],
    },
    curriculum: {
      title: 'Eight weeks, four steps',
      lead: 'Each block takes two {day}s and stands on the one before. Join in any week: the round begins again, and nobody is behind for long.',
    },
    divisions: {
      title: 'Choose your side of the table',
      lead: 'Same {partOfDay}, same motion, two tables. You move up when you want to, not when a test says so.',
      development: {
        audience: 'Beginners, and everybody who last spoke up in school.',
        points: [
          { text: 'Speeches of one to four minutes' },
          { text: 'One coach’s note at a time' },
          { text: 'A table where a lost thread is no tragedy' },
        ],
      },
      professional: {
        audience: 'Experienced speakers who would like to lose to somebody better.',
        points: [
          { text: 'Rounds against the clock, with a decision' },
          { text: 'Cross-examination and weighing' },
          { text: 'Drafts of the speeches you give outside' },
        ],
      },
    },
    pricing: { title: 'What it costs' },
    questions: { title: 'Before you join' },
    closing: {
      title: 'Somebody has to speak first. Let it be you.',
      text: 'Pay by the month and cancel anytime, or take the year with a 30-day money-back guarantee. Either way you speak this {day}.',
    },
  },
  bootcampPage: {
    searchResult: {
      title: 'Tournament Prep Bootcamp',
      description:
        'Four {bootcampDay}s on Zoom, four events, a group of {bootcampGroup}: the bootcamp that takes adults to a first tournament. {bootcampPrice}, with its entry included.',
    },
    opening: {
      title: 'Four {bootcampDay}s to your first tournament.',
      lead: 'The Tournament Prep Bootcamp takes a small group through all four events, each practiced once before it counts. Your first tournament entry is included.',
    },
    details: [
      {
        term: 'How long',
        value: '{bootcampWeeks} weekly sessions',
        note: 'of {bootcampHours} hours each, live on Zoom',
      },
      { term: 'Class size', value: '{bootcampGroup} people', note: 'Everybody speaks, every time' },
      { term: 'Price', value: '{bootcampPrice}', note: 'First tournament entry included' },
    ],
    nextRun: { title: 'The next run' },
    weeks: {
      title: 'Four events, back and forth',
      lead: 'One {bootcampDay} you prepare everything, the next one nothing. Each side makes the other better, which is why we alternate.',
      competitions: [
        {
          name: 'Prepared Speech',
          text: 'Seven minutes on something you care about, written, cut and known by heart. You learn where to stand, when to stop, and which paragraph to throw away.',
          leaves: 'A finished speech',
        },
        {
          name: 'Spontaneous Speech',
          text: 'A subject you have not seen, two minutes to think, and then you speak. Three frames that always hold, and what to say while the fourth one is still coming.',
          leaves: 'A beginning that never fails',
        },
        {
          name: 'Prepared Acting',
          text: 'A scene, a poem or a monologue that somebody else wrote, made yours. Voice, silence, and what your face does in between.',
          leaves: 'A piece you can perform',
        },
        {
          name: 'Spontaneous Debate',
          text: 'A motion you hear in the room, and a side decided by a coin. You build a case, keep a flow of theirs, answer it, and weigh the two at the end.',
          leaves: 'A full round, with a decision',
        },
      ],
    },
    divisions: {
      title: 'Beginners welcome, veterans tested',
      lead: 'Both divisions share the {bootcampDay} and part for the practice rounds.',
      development: {
        audience: 'You have never stood in a tournament.',
        points: [
          { text: 'Templates for every event, so that no page is empty' },
          { text: 'Practice rounds that stop when you want to start over' },
          { text: 'First-time competitors meet each other first' },
        ],
      },
      professional: {
        audience: 'You have competed before, in school or at work.',
        points: [
          { text: 'Your own material, taken apart line by line' },
          { text: 'Rounds against the clock with a judge’s ballot' },
          { text: 'Strategy: what to drop, what to press' },
        ],
      },
    },
    closing: {
      title: 'You will be nervous. You will also be ready.',
      text: '12 seats in each run, {bootcampPrice}, and a tournament at the end of it. Tell us what you would like to know before you decide.',
    },
  },
  howItWorksPage: {
    searchResult: {
      title: 'How It Works',
      description:
        'How {name} works: choose a program, take your seat on Zoom, speak in the first session, and compete when you feel like it.',
    },
    opening: {
      title: 'How a nervous adult becomes a good speaker.',
      lead: 'Not by reading about it. You speak, somebody competent listens, you hear one thing to do better, and you speak again. We supply the rest.',
      note: '500+ members since {founded}, 50+ weekly sessions, and a coach in every one of them.',
    },
    steps: {
      title: 'Four steps, in order',
      lead: 'The first two take ten minutes. The third is the one that changes something.',
      steps: [
        {
          name: 'Choose where to begin',
          text: 'Every week, four weeks, or one day: pick the club, the bootcamp or a tournament, and the division that suits you today.',
        },
        {
          name: 'Take your seat',
          text: 'Everything happens live on Zoom, in small rooms. Register, pay, and the link is on your dashboard. A camera and a quiet corner will do.',
        },
        {
          name: 'Speak, and hear what landed',
          text: 'You are on your feet in the first session. A coach tells you what worked and the one thing to change. Next week you change it.',
        },
        {
          name: 'Find out how good you are',
          text: 'Four tournaments a year, two divisions, written feedback from every judge. Nobody has to. Most are glad they did.',
        },
      ],
    },
    programs: {
      title: 'Three ways in',
      lead: 'Most people start with the club. Nothing stops you from starting with the deep end.',
      programs: [
        {
          name: 'Weekly Debate Club',
          priceNote: 'per month, or {annualPrice} per year',
          text: 'For getting better and staying better. A live session every week, in your division, with recordings, practice topics and the community in between.',
          when: '{when}',
          length: 'As long as you like; cancel anytime',
          audience: 'Beginners and experienced speakers',
        },
        {
          name: 'Tournament Prep Bootcamp',
          priceNote: 'for four weeks, first tournament entry included',
          text: 'For going from nothing to a first tournament. Four competitions in four {bootcampDay}s, each practiced once before it counts.',
          when: '{bootcampDay}s, {bootcampTime}',
          length: '{bootcampWeeks} sessions of {bootcampHours} hours',
          audience: 'Groups of {bootcampGroup}',
        },
        {
          name: 'Quarterly Tournaments',
          priceNote: 'per tournament, less for members',
          text: 'For finding out. A day of rounds from your own desk, against people you have not met, in front of judges who write down why.',
          when: 'Winter, spring, summer and fall',
          length: 'One day, virtual on Zoom',
          audience: 'Members and guests, in two divisions',
        },
      ],
    },
    closing: {
      title: 'The first minute is the longest. Get it over with.',
      text: 'Come to the club every week, or take the four {bootcampDay}s of the bootcamp and stand in a tournament at the end of them.',
    },
  },
  tournamentsPage: {
    searchResult: {
      title: 'Tournaments',
      description:
        'Four virtual speech and debate tournaments a year for adults: four events, two divisions, written feedback. {entryPrice} per tournament, less for members.',
    },
    opening: {
      title: 'Say it to somebody who keeps score.',
      lead: 'Four virtual tournaments a year, four events, two divisions. Members and guests meet on Zoom, and every judge writes down why.',
    },
    upcoming: { title: 'Upcoming tournament' },
    keyNumbers: {
      title: 'A day that counts',
      lead: 'From your own desk, against people you have not met, in front of judges who take notes.',
      numbers: [
        {
          number: '4',
          unit: 'events',
          name: 'Prepared and not',
          text: 'Prepared Speech, Prepared Acting, Spontaneous Speech, Spontaneous Debate. Enter one, or see how long your voice lasts.',
        },
        {
          number: '7',
          unit: 'minutes',
          name: 'All eyes on you',
          text: 'That is how long a prepared speech may take. Nobody interrupts, nobody looks at a phone, and the clock is on the screen.',
        },
        {
          number: '2',
          unit: 'minutes to think',
          name: 'Then you begin',
          text: 'In the spontaneous events the subject comes from us. What you say about it is the part that they cannot prepare for either.',
        },
        {
          number: '{entryPrice}',
          unit: 'per tournament',
          name: 'A ballot in writing',
          text: 'One fee for the whole day, however many competitions. Every judge writes down what worked, what to change first, and why.',
        },
      ],
    },
    divisions: {
      title: 'Two divisions',
      lead: 'You choose when you register, and keep it for the day.',
      development: {
        audience: 'Your first year, or your first one back.',
        points: [
          { text: 'Judged on a clear shape and an honest answer' },
          { text: 'Shorter speeches in debate, one minute for questions' },
          { text: 'First-time competitors are seeded together' },
        ],
      },
      professional: {
        audience: 'A season behind you, or a taste for the deep end.',
        points: [
          { text: 'Judged on evidence, order and direct clash' },
          { text: 'Longer speeches, two minutes for questions' },
          { text: 'You use the whole of your time, and so do they' },
        ],
      },
    },
    season: {
      title: 'The season is a ring',
      lead: 'Winter, spring, summer, fall. Miss one and the next is three months away; enter all four and you will not recognize your first ballot.',
    },
    guidelines: {
      title: 'Guidelines',
      lead: 'The rules in six lines. The whole of them are a short PDF, written to be read.',
      rules: [
        {
          name: 'Before the day',
          text: 'Test camera and microphone, tell us what you need, and pay by the link in our email. An entry is complete when it is paid.',
        },
        {
          name: 'Ten minutes early',
          text: 'Be in the waiting room ten minutes before your round, under the name that you registered with.',
        },
        {
          name: 'Camera on, others muted',
          text: 'You are seen while you compete, and only the speaker’s microphone is open. In debate, both are.',
        },
        {
          name: 'The clock is the law',
          text: 'Prepared speeches are 7 minutes, with thirty seconds of grace. After that the judge stops listening and begins writing.',
        },
        {
          name: 'Your own work',
          text: 'Speeches are yours; acting pieces are published and somebody else’s. In the spontaneous events nobody searches.',
        },
        {
          name: 'Arguments, not people',
          text: 'Remarks on a person’s accent, body, age, faith, origin or private life end a round immediately.',
        },
      ],
    },
    closing: {
      title: 'You have argued in the shower long enough.',
      text: 'Choose your events, choose your side of the table, and we mail you the rest.',
    },
  },
  aboutPage: {
    searchResult: {
      title: 'About us',
      description:
        'Since {founded}, {name} has given adults a weekly place to practice speaking and debating. Our mission, our story, and who coaches.',
    },
    mission: {
      title: 'Speaking is a skill. We practice it out loud.',
      lead: 'Our mission is that any adult can stand up, say what they think and why, and sit down having been understood. That takes no talent. It takes turns, and somebody who listens.',
    },
    numbers: [
      { number: '500+', label: 'members', note: 'in two divisions, at one table' },
      { number: '50+', label: 'weekly sessions', note: 'a year of {day}s, less a holiday or two' },
      { number: '{founded}', label: 'founded', note: 'and taking the floor ever since' },
    ],
    story: {
      title: 'How we came to it',
      parts: [
        {
          name: 'The case',
          text: 'School gives you a debate club until you are eighteen. Then it ends, just as the arguments begin to cost something: a rent, a diagnosis, a budget, a seat on the school board.\n\nGrown people are expected to speak well. Nobody gives them a place to be bad at it first.',
        },
        {
          name: 'The objection',
          text: 'Adults have no time. They are embarrassed to be beginners. They will not get up on a Sunday to be told what they did wrong by somebody they have never met.\n\nAll of which we were told, and most of which is true.',
        },
        {
          name: 'The reply',
          text: 'So in {founded} we made it short, weekly and kind. Everybody speaks in every session. Everybody hears one thing to do better, and nobody hears ten.\n\nThey got up on Sunday. They brought friends. Four tournaments a year grew out of it, and a bootcamp for those who are about to enter their first.',
        },
      ],
    },
    closing: {
      title: 'The next speech is yours. Or the next question.',
      text: 'Come on {day} and see, or write first. Both count as speaking up.',
    },
  },
  contactPage: {
    searchResult: {
      title: 'Contact us',
      description:
        'Write to {name} about membership, sessions, tournaments or your account. We reply within 24 hours; a person reads every message.',
    },
    opening: {
      title: 'We are listening.',
      lead: 'It is half of what we teach. Ask, complain, or tell us how your speech went.',
    },
    writeToUs: {
      text: 'With the form on this page, at any hour.',
      promise: 'We reply within 24 hours.',
    },
    liveChat: {
      hours: 'Monday to Friday, 9 AM to 5 PM EST.',
      text: 'In these hours a person answers messages as they arrive. Begin with the form on this page; the conversation goes on by email.',
    },
    questions: {
      title: 'Asked before',
      lead: 'The answer may be here already, which is faster than we are.',
    },
    help: {
      title: 'Help yourself',
      cards: [
        { title: 'Get back in', text: 'Reset your password and log in again.' },
        { title: 'See your membership', text: 'Change the card, read the invoices, cancel or resume.' },
        { title: 'Ask for a refund', text: 'What comes back, when, and how to ask.' },
        { title: 'Prepare a speech', text: 'Guides and articles to read before you rise.' },
        { title: 'Find out if it is for you', text: 'The questions that people ask before they join.' },
      ],
    },
  },
  resourcesPage: {
    searchResult: {
      title: 'Resources',
      description:
        'Articles on public speaking and debate from {name}: nerves, arguments, flow, tournaments. With guides, rules and sheets to download.',
    },
    opening: {
      title: 'Read before you rise',
      lead: 'What we tell our members about arguments, nerves and the clock. Each takes as long as a cup of coffee.',
    },
    documents: {
      title: 'To print and take along',
      lead: 'Sheets, guides and rules as PDF. Spill coffee on them; that is what they are for.',
    },
    newsletter: {
      title: 'The next one, by email',
      text: 'An email when there is something new to read. Every one of them has an unsubscribe link.',
    },
  },
  subscribePage: {
    searchResult: {
      title: 'Subscribe to the Weekly Debate Club',
      description:
        'Subscribe to the Weekly Debate Club for {monthlyPrice} per month or {annualPrice} per year. Choose a plan, enter your email, pay.',
    },
    opening: {
      title: 'Subscribe to the Weekly Debate Club',
      lead: 'A live {session} every week. Choose a plan and say where we should write to.',
    },
  },
  newslettersPage: {
    searchResult: {
      title: 'Newsletters',
      description:
        'What {name} wrote to the readers of its newsletter: tournaments, meetings and things to read about debate.',
    },
    opening: { title: 'Newsletters', lead: 'What we wrote to the readers of our newsletter, to read here.' },
  },
  plans: {
    lead: 'By the month, or by the year and keep {annualSaving}.',
    benefits: [
      { benefit: 'Weekly live sessions', monthly: INCLUDED, annual: INCLUDED },
      { benefit: 'Session recordings', monthly: INCLUDED, annual: INCLUDED },
      { benefit: 'Practice topics and resources', monthly: INCLUDED, annual: INCLUDED },
      { benefit: 'Chat community', monthly: INCLUDED, annual: INCLUDED },
      { benefit: 'Quarterly tournaments', monthly: 'Member price', annual: 'Free entry' },
      { benefit: 'Exclusive workshops', monthly: NOT_INCLUDED, annual: INCLUDED },
      { benefit: 'Priority email support', monthly: NOT_INCLUDED, annual: INCLUDED },
      { benefit: 'If you change your mind', monthly: 'Cancel anytime', annual: '30-day money-back guarantee' },
    ],
  },
};
