import { Link } from 'react-router-dom';
import { pathTo } from '../../config/paths.ts';
import { EmailLink, FullName } from './components/association-words.tsx';
import type { Clause } from './components/legal-page.tsx';

const mail = <EmailLink to="supportEmail" />;

export const PRIVACY: readonly Clause[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (
      <p>
        <FullName /> decides what happens to your data on this site. For everything on this page, write to {mail}.
      </p>
    ),
  },
  {
    id: 'what',
    title: 'What we keep, and why',
    text: (
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Name, email address, division, password</th>
            <td>Your account. Of the password we keep only a hash, from which it cannot be read.</td>
          </tr>
          <tr>
            <th scope="row">Membership, payments, refunds, credits</th>
            <td>To give you what you paid for and to keep our financial records. Card numbers never reach us.</td>
          </tr>
          <tr>
            <th scope="row">Tournament and bootcamp registrations</th>
            <td>
              To hold your place: events, division, experience, and what you tell us about accommodations or goals, and
              a telephone number if you give one.
            </td>
          </tr>
          <tr>
            <th scope="row">Referral code and who came with it</th>
            <td>To credit both of you.</td>
          </tr>
          <tr>
            <th scope="row">Messages that you send us</th>
            <td>To answer them.</td>
          </tr>
          <tr>
            <th scope="row">Newsletter address, where you subscribed, whether emails were opened and links followed</th>
            <td>To send you the newsletter until you unsubscribe, and to learn which issues are worth writing.</td>
          </tr>
          <tr>
            <th scope="row">Recordings of sessions</th>
            <td>So that members can watch what they missed.</td>
          </tr>
        </tbody>
      </table>
    ),
  },
  {
    id: 'basis',
    title: 'On what ground',
    text: (
      <p>
        What your membership, an entry or an order needs, we process to fulfill our contract with you. The newsletter
        goes to you because you asked for it. Payment records we must keep by law. Keeping the site safe from abuse, and
        answering you, is in our legitimate interest, and in yours.
      </p>
    ),
  },
  {
    id: 'processors',
    title: 'Who works for us',
    text: (
      <>
        <p>
          We sell no data and show no advertising. These companies process data for us, each only what its task needs:
        </p>
        <ul>
          <li>
            <strong>Stripe</strong> takes payments: name, email address, card and amount. You give your card to Stripe,
            not to us.
          </li>
          <li>
            <strong>SendGrid</strong> delivers our mail: email address, name, the email, and whether it arrived.
          </li>
          <li>
            <strong>Zoom</strong> carries sessions and tournaments and records sessions: the name that you enter,
            picture, voice and chat.
          </li>
          <li>The company that hosts our servers stores what we keep, for us alone.</li>
        </ul>
        <p>
          Some of them process data in the United States. Where members meet on another service, you join with your own
          account there, and its terms hold.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies: one, when you log in',
    text: (
      <>
        <p>
          Reading this site sets no cookies, and there are no trackers. Nothing is loaded from other companies while you
          read; fonts and pictures come from our own server.
        </p>
        <p>
          When you log in or set up an account, your browser keeps one cookie, whose name ends in{' '}
          <code>lectern_device</code>, for up to 400 days. It says that this browser has logged in to your account
          before, so that you can still log in while somebody else guesses your password. It opens nothing, follows you
          nowhere, and ends with a new password. You can delete it at any time.
        </p>
        <p>
          When you log in, your browser keeps your session’s token in its local storage under the name{' '}
          <code>userToken</code>, and logging out removes it. While you choose a plan, it is kept in the session storage
          of that tab. Neither is sent to anybody else.
        </p>
      </>
    ),
  },
  {
    id: 'logs',
    title: 'What our servers write down',
    text: (
      <p>
        Servers log which kind of request came when and whether it succeeded, with a number to find it again; not what
        was in it. Network addresses are held for up to an hour to slow down guessing and flooding. What administrators
        do is recorded with their name, the time, the network address and the browser.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    text: (
      <ul>
        <li>Your account: until you ask us to delete it.</li>
        <li>Payments and invoices: for as long as tax law asks of us, then no longer.</li>
        <li>Registrations and messages: until they have served their purpose, or you ask us to delete them.</li>
        <li>
          Newsletter: until you unsubscribe. After that we keep the address alone, on the list of those who are never to
          be mailed again.
        </li>
        <li>Sessions that you logged in with: until they end or you log out.</li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'What you can ask of us',
    text: (
      <>
        <p>
          You may ask what we keep about you and get a copy, have it corrected or deleted, have its use restricted, take
          it elsewhere, object to it, and withdraw a consent for the time to come. Name, address, password and division
          you can change yourself in your account settings.
        </p>
        <p>
          Write to {mail} from the address that we know. We answer within 30 days, and it costs nothing. If you are not
          content with what we do, you may turn to the data protection authority of the place where you live.
        </p>
      </>
    ),
  },
  {
    id: 'emails',
    title: 'Ending our emails',
    text: (
      <p>
        Every newsletter has an unsubscribe link at its end, and most mail programs show a button for it. It works
        immediately and for good. Emails that your membership needs, such as receipts or a reset link, still reach you.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        When this page changes, its date does, too. When something changes that matters to you, we write to you first.
        The rest of our agreement is in the <Link to={pathTo('terms')}>terms</Link>.
      </p>
    ),
  },
];
