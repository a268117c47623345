import * as z from 'zod/mini';

export const CANCELLATION_COMMENT_MAX = 500;

/** Why a member cancels: `times` stands for sessions at times that do not suit, `break` for a rest. */
export const cancellationReason = z.enum(['too_expensive', 'no_time', 'times', 'not_expected', 'break', 'other']);
export type CancellationReason = z.output<typeof cancellationReason>;
