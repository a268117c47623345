import * as z from 'zod/mini';
import { MAX_CENTS } from './money.ts';

// Apart from the formatting, so that a page that only prints a price does not bring the schemas along.

export const cents = /*@__PURE__*/ z.number().check(z.int(), z.gte(0), z.lte(MAX_CENTS));

/** A sum that may be negative, such as a balance. */
export const signedCents = /*@__PURE__*/ z.number().check(z.int(), z.gte(-MAX_CENTS), z.lte(MAX_CENTS));
