import { describe, expect, it } from 'vitest';
import { SettleCheckout } from './settle-checkout.use-case.ts';

describe('the state of a checkout', () => {
  it('is requested from the provider once for all concurrent callers, and again after that', async () => {
    const asked: { sessionId: string; answer: (outcome: never) => void; fail: (error: Error) => void }[] = [];
    const execute = (sessionId: string) => new Promise((answer, fail) => asked.push({ sessionId, answer, fail }));
    const settle = Object.assign(Reflect.construct(SettleCheckout, []) as SettleCheckout, { execute });
    const many = () => Array.from({ length: 300 }, () => settle.once('cs_1'));

    const [first, other] = [many(), settle.once('cs_2')];
    expect(asked.map(({ sessionId }) => sessionId)).toEqual(['cs_1', 'cs_2']);
    asked[0]!.answer('one' as never);
    asked[1]!.answer('another' as never);
    expect(new Set(await Promise.all(first))).toEqual(new Set(['one']));
    expect(await other).toBe('another');

    const second = Promise.allSettled(many());
    asked[2]!.fail(new Error('away'));
    expect((await second).every(({ status }) => status === 'rejected')).toBe(true);
    const third = settle.once('cs_1');
    asked[3]!.answer('two' as never);
    expect(await third).toBe('two');
  });
});
