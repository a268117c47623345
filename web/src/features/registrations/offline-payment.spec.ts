import { describe, expect, it } from 'vitest';
import { recordingEffects } from './offline-payment.ts';

const entry = { product: 'tournaments', userId: null, amount: 4_000 } as const;

describe('recording a payment', () => {
  it('says what becomes of the entry or the seat, and where the receipt is', () => {
    expect(recordingEffects(entry, 4_000)).toEqual({
      kept: [
        'The entry is paid and complete.',
        'We email the confirmation, with a link to the receipt.',
        'A payment page that is open ends now: nobody pays twice.',
      ],
      lost: [],
    });
    const seat = recordingEffects({ ...entry, product: 'bootcamps', userId: 'account' }, Number.NaN);
    expect(seat.kept.slice(0, 2)).toEqual([
      'The seat is paid and taken.',
      'We email the confirmation, with the receipt on the member’s page.',
    ]);
    expect(seat.lost).toEqual([]);
  });

  it('says that another amount than the price settles it', () => {
    expect(recordingEffects(entry, 3_000).lost).toEqual([
      '$40.00 are due: it counts as paid in full all the same, and no rest is asked for.',
    ]);
    expect(recordingEffects(entry, 4_500).lost).toEqual([
      '$5.00 more than the $40.00 due. We return nothing: pay the rest back yourself.',
    ]);
  });
});
