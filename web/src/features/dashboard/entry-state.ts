import type { MyEvent } from '@lectern/contracts/registrations/model';
import { formatCentsShort } from '@lectern/contracts/money';

const BECAUSE: Readonly<Record<MyEvent['reason'], string>> = {
  standard: '',
  member: 'as a member',
  annual_member: 'as an annual member',
  bootcamp_entry: 'with your bootcamp',
};

/** The price of an event for this member: "$30 as a member", "Free with your bootcamp", "$40". */
export const yourPrice = ({ price, reason }: Pick<MyEvent, 'price' | 'reason'>): string =>
  `${price === 0 ? 'Free' : formatCentsShort(price)} ${BECAUSE[reason]}`.trim();

/** The badge of this member's entry; null without an entry. */
export const stateOf = ({ entry }: Pick<MyEvent, 'entry'>): { tone: 'ok' | 'wait'; label: string } | null => {
  switch (entry?.status) {
    case undefined:
      return null;
    case 'paid':
      return { tone: 'ok', label: 'You are entered' };
    case 'pending':
      return { tone: 'wait', label: 'To be paid' };
    case 'waiting':
      return {
        tone: 'wait',
        label:
          entry?.ruleBroken != null
            ? 'On the waitlist, does not fit the rules'
            : entry?.position == null
              ? 'On the waitlist'
              : `On the waitlist, place ${entry.position}`,
      };
  }
};
