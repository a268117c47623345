import { formatCentsShort } from '@lectern/contracts/money';
import { Link } from 'react-router-dom';
import { ANNUAL, BOOTCAMP, MONTHLY, TOURNAMENT_ENTRY } from '../../config/offers.ts';
import { pathTo } from '../../config/paths.ts';
import { EmailLink } from './components/association-words.tsx';
import type { Clause } from './components/legal-page.tsx';

export const REFUNDS: readonly Clause[] = [
  {
    id: 'annual',
    title: 'Annual membership: 30 days',
    text: (
      <p>
        If the annual membership is not for you, ask within 30 days of your first annual payment and you get back all of
        it, {formatCentsShort(ANNUAL)} or what you paid with a promo code. You need no reason. The membership ends with
        the refund. After 30 days you may cancel at any time and keep your access until the year is over.
      </p>
    ),
  },
  {
    id: 'monthly',
    title: 'Monthly membership: cancel anytime',
    text: (
      <p>
        The monthly membership, {formatCentsShort(MONTHLY)}, can be cancelled anytime on your Subscription page. It goes
        on until the end of the month that you paid for. A month that has begun is not refunded, unless we charged you
        by mistake or after you cancelled: then you get all of it back.
      </p>
    ),
  },
  {
    id: 'tournaments',
    title: 'Tournament entries',
    text: (
      <>
        <p>
          An entry, {formatCentsShort(TOURNAMENT_ENTRY)} or the member price, is refunded in full if you ask before the
          registration deadline. After it the rounds are paired, and we refund only in an emergency; tell us what
          happened.
        </p>
        <p>If we cancel a tournament or move it to a day on which you cannot come, you get the whole entry back.</p>
      </>
    ),
  },
  {
    id: 'bootcamp',
    title: 'Bootcamp',
    text: (
      <p>
        The bootcamp, {formatCentsShort(BOOTCAMP)}, is refunded in full if you ask before its first session. After the
        first session you get back half. The included tournament entry goes with the place: with a refund it is no
        longer free. If you were on a waitlist, you have paid nothing.
      </p>
    ),
  },
  {
    id: 'credits',
    title: 'Credits and promo codes',
    text: (
      <p>
        We refund what was really charged. Referral credits that paid for a part come back as credit. When a first
        payment is refunded in full, the referral credits that it brought are withdrawn as long as they are unspent.
      </p>
    ),
  },
  {
    id: 'how',
    title: 'How to ask, and when it arrives',
    text: (
      <>
        <p>
          Write to <EmailLink to="billingEmail" /> or use the <Link to={pathTo('contact')}>contact form</Link>, from the
          address of your account. Name what you want back; that is enough.
        </p>
        <p>
          We reply within 24 hours. The money goes back to the card that you paid with, which takes five to ten business
          days. Your payment history then says “Refunded”.
        </p>
      </>
    ),
  },
  {
    id: 'consumer',
    title: 'Your rights as a consumer',
    text: (
      <p>
        This page adds to the rights that the law of your country gives you, such as a right of withdrawal; it takes
        none of them away. It belongs to our <Link to={pathTo('terms')}>terms</Link>.
      </p>
    ),
  },
];
