import type { RefundSteps } from './refund-steps.ts';

/* Apart from the schema of the steps: the pages that name refunds do not load it. */

const isAhead =
  (at: Date) =>
  ({ until }: RefundSteps[number]): boolean =>
    new Date(until) > at;

/** The percentage that a withdrawal at this instant gives back. */
export const refundPercent = (steps: RefundSteps, at: Date): number => steps.find(isAhead(at))?.percent ?? 0;

/** The better one of two policies at each instant. */
export const betterRefunds = (one: RefundSteps, other: RefundSteps): RefundSteps =>
  [...one, ...other]
    .filter(({ until, percent }, index, all) => {
      const isWorse = (step: RefundSteps[number], place: number): boolean =>
        place !== index &&
        step.percent >= percent &&
        (Date.parse(step.until) > Date.parse(until) ||
          (Date.parse(step.until) === Date.parse(until) && (step.percent > percent || place < index)));
      return !all.some(isWorse);
    })
    .sort((first, second) => Date.parse(first.until) - Date.parse(second.until));

/** "100% until Nov 1, 12:00 AM EDT; 50% until Nov 14, 8:00 AM EST; nothing after that"; null where a policy has no steps. Steps that are over are left out. */
export const refundWords = (steps: RefundSteps, timeZone: string, now: Date): string | null => {
  if (steps.length === 0) return null;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const ahead = steps.filter(isAhead(now));
  if (ahead.length === 0) return 'nothing any more';
  return `${ahead.map(({ until, percent }) => `${percent}% until ${format.format(new Date(until))}`).join('; ')}; nothing after that`;
};
