/** The colors of the association's look, in print. */
export const PAPER = '#FBF8F2';
export const INK = '#16202E';
export const INK_2 = '#4A5565';
export const RULE = '#E2DBCD';
/** Affirmative */
export const AFF = '#B3372B';
/** Negative */
export const NEG = '#1E5F74';
/** The two on ink. */
export const AFF_ON_INK = '#FF8D7D';
export const NEG_ON_INK = '#8CC7D8';
export const BRASS = '#C08A2E';
