import { html, type Html } from '../../web/html.ts';

const TONES: Record<string, 'ok' | 'wait' | 'stop'> = {
  active: 'ok',
  paid: 'ok',
  complete: 'ok',
  succeeded: 'ok',
  delivered: 'ok',
  trialing: 'wait',
  past_due: 'wait',
  open: 'wait',
  pending: 'wait',
  draft: 'wait',
  ending: 'wait',
  refunded: 'wait',
  canceled: 'stop',
  expired: 'stop',
  failed: 'stop',
  dropped: 'stop',
  void: 'stop',
};

/** A status with its color; the word is always there. */
export const badge = (status: string | null): Html => {
  const word = status ?? 'none';
  const tone = TONES[word];
  return html`<span class="badge${tone !== undefined && ` ${tone}`}">${word.replaceAll('_', ' ')}</span>`;
};
