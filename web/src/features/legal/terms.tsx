import { formatCentsShort } from '@lectern/contracts/money';
import { Link } from 'react-router-dom';
import { ANNUAL, BOOTCAMP, MONTHLY, REFERRAL_REWARD, TOURNAMENT_ENTRY } from '../../config/offers.ts';
import { pathTo } from '../../config/paths.ts';
import { EmailLink, FullName } from './components/association-words.tsx';
import type { Clause } from './components/legal-page.tsx';

export const TERMS: readonly Clause[] = [
  {
    id: 'agreement',
    title: 'The two sides of this agreement',
    text: (
      <>
        <p>
          These terms are between you and <FullName /> (“we”). They hold when you register, pay, enter a tournament or
          use the members’ part of this site. You must be at least 18 years old.
        </p>
        <p>
          If a sentence here turns out not to hold where you live, the others still do, and the rights that the law
          gives you as a consumer come first.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    text: (
      <>
        <p>
          One person, one account. Give us your real name and an address that you read, and keep your password to
          yourself. You may change name, address, password and division in your account settings. If you think that
          somebody else has been in, change the password: every other session ends immediately.
        </p>
        <p>An account exists from the moment you register, and becomes active with your first payment.</p>
      </>
    ),
  },
  {
    id: 'membership',
    title: 'Membership, prices and renewal',
    text: (
      <>
        <p>
          The Debate Club costs {formatCentsShort(MONTHLY)} a month or {formatCentsShort(ANNUAL)} a year. It includes
          the weekly live session, recordings, practice topics and members’ resources. Annual members also have free
          entry to the quarterly tournaments, exclusive workshops and priority email support.
        </p>
        <p>
          A membership renews by itself at the end of each month or year, at the price that holds then, with the card
          that you have left with our payment provider. If a price is to change, we write to you at least 30 days before
          it is charged, so that you can cancel first.
        </p>
        <p>
          If a renewal fails, we tell you and try again. Your access goes on for seven days, in which you can put the
          card right; then it rests until the payment is made.
        </p>
      </>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling',
    text: (
      <p>
        You can cancel at any time on your Subscription page, without a reason and without writing to us. You keep your
        access until the end of the month or year that you paid for, and nothing is charged after it. Until that day you
        may change your mind and resume. When money comes back is said in the{' '}
        <Link to={pathTo('refunds')}>refund policy</Link>.
      </p>
    ),
  },
  {
    id: 'tournaments',
    title: 'Tournaments',
    text: (
      <>
        <p>
          An entry costs {formatCentsShort(TOURNAMENT_ENTRY)} for the tournament, however many of its four events you
          choose. Active monthly members pay a lower price; active annual members pay nothing. An entry is held as
          pending until it is paid, and it can be paid until the registration deadline. When a tournament is full, you
          are put on its waitlist and told your place.
        </p>
        <p>
          Tournaments are held on Zoom. Judges’ decisions about a round are final. Each tournament’s rules are part of
          these terms for those who enter it.
        </p>
      </>
    ),
  },
  {
    id: 'bootcamp',
    title: 'Bootcamp',
    text: (
      <p>
        The Tournament Prep Bootcamp costs {formatCentsShort(BOOTCAMP)} for four weekly sessions and includes the entry
        to your first tournament. It takes twelve people at most. Your seat is held for 30 minutes while you pay; when a
        run is full, you are put on its waitlist and told so before you pay anything.
      </p>
    ),
  },
  {
    id: 'referrals',
    title: 'Referral credits and promo codes',
    text: (
      <>
        <p>
          When somebody joins with your referral code and makes a first payment above zero, both of you are credited{' '}
          {formatCentsShort(REFERRAL_REWARD)} toward later charges. Credits are not paid out and cannot be passed on.
          You cannot refer yourself. If that first payment is refunded in full while the credit is unspent, the credit
          is withdrawn.
        </p>
        <p>
          A promo code reduces the first payment only. It holds until its date, for the number of uses that it was
          given.
        </p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'How we treat each other',
    text: (
      <>
        <p>
          Attack the argument, never the person who makes it. In sessions, in tournaments and wherever members write to
          each other you may not
        </p>
        <ul>
          <li>insult, threaten or harass anybody, or speak with contempt of a group that people belong to;</li>
          <li>record a session yourself, or pass on recordings, links or members’ documents;</li>
          <li>present somebody else’s speech as your own in a tournament;</li>
          <li>sell to other members, or collect their addresses;</li>
          <li>disturb this site or try to get at what is not meant for you.</li>
        </ul>
        <p>
          We may ask you to leave a session, and in a serious case we may deactivate your account. If we end a
          membership for another reason than your conduct, you get back what you paid for the time that is left.
        </p>
      </>
    ),
  },
  {
    id: 'recordings',
    title: 'Sessions are recorded',
    text: (
      <p>
        Weekly sessions are recorded so that members who were not there can watch. If you would rather not be seen, turn
        your camera off; if you would rather not be heard in the recording of a certain day, tell us and we take that
        recording down. Recordings, guides and templates stay ours or their authors’. You may use them for your own
        practice.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    text: (
      <>
        <p>
          We take care that sessions happen as announced, that the site works and that your data is safe. Sometimes a
          session moves or is held by another coach; a session that is cancelled is made up for. We do not promise that
          you win.
        </p>
        <p>
          As far as the law allows, we answer for damage up to what you paid us in the twelve months before it, and not
          for lost profit or for what other members say. Nothing here limits what we answer for by law, such as intent,
          gross negligence, or harm to life and health.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    text: (
      <p>
        When we change these terms, we put a new date at the top and write to members at least 30 days before the change
        holds for them. If you do not agree, you may cancel before that day, and you get back what you paid for the time
        after it.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'How to reach us',
    text: (
      <p>
        Write to <EmailLink to="supportEmail" /> or use the <Link to={pathTo('contact')}>contact form</Link>. We reply
        within 24 hours. If you have a complaint, give us the chance to put it right first; you may still go to the
        consumer body or the court of the place where you live.
      </p>
    ),
  },
];
