import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { promoCodeForm } from './billing/admin-http.ts';
import { fieldErrors } from './errors.ts';
import { containsLink, division, email, MESSAGES, notedPlan, optionalText, personName, storedEmail } from './fields.ts';
import { optionalStripeId, requiredStripeId } from './billing/stripe-id.ts';
import { setupAccountForm } from './identity/http.ts';

describe('an id of Stripe', () => {
  it('begins with its prefix', () => {
    const id = requiredStripeId('sub_', 'Enter the subscription id');
    expect(z.parse(id, ' sub_1Ab ')).toBe('sub_1Ab');
    const problemOf = (typed: string) => z.safeParse(id, typed).error?.issues[0]?.message;
    expect([problemOf(''), problemOf('123')]).toEqual([
      'Enter the subscription id',
      'Enter the whole subscription id, which begins with sub_',
    ]);
  });

  it('may be left empty where it is optional', () => {
    const id = optionalStripeId('cus_');
    expect(['', null, undefined, ' cus_1 '].map((typed) => z.parse(id, typed))).toEqual([
      undefined,
      undefined,
      undefined,
      'cus_1',
    ]);
    expect(z.safeParse(id, 'sub_1').success).toBe(false);
  });
});

describe('an email address', () => {
  const problem = (address: string): string | undefined => z.safeParse(email(), address).error?.issues[0]?.message;

  it('has at most 64 characters before the @, because no provider delivers to a longer one', () => {
    expect(problem(`${'x'.repeat(64)}@example.com`)).toBeUndefined();
    expect(problem(`  ${'x'.repeat(64)}@example.com `)).toBeUndefined();
    expect(problem(`${'x'.repeat(65)}@example.com`)).toBe(MESSAGES.email);
    expect(z.safeParse(email('Valid email is required'), `${'x'.repeat(65)}@example.com`).error?.issues).toMatchObject([
      { message: 'Valid email is required' },
    ]);
  });

  it('of a stored account stays readable', () => {
    expect(problem(`${'x'.repeat(65)}@example.com`)).toBeDefined();
    expect(z.safeParse(storedEmail(), `${'x'.repeat(65)}@example.com`).success).toBe(true);
    expect(z.safeParse(storedEmail(), `${'x'.repeat(65)}@`).success).toBe(false);
  });
});

describe('a name', () => {
  const problem = (name: string): string | undefined =>
    z.safeParse(personName('Required'), name).error?.issues[0]?.message;

  it.each([
    'Ada',
    'St.John',
    'J.R.R. Tolkien',
    'J.R.R.Tolkien',
    'J.McDonald',
    'O’Neill',
    'Anne-Marie',
    '渡辺 謙',
    'Мария',
    'علی‌رضا',
    'Louis XIV',
    'Jr. 3rd',
  ])('is %p', (name) => {
    expect(problem(name)).toBeUndefined();
  });

  it.each([
    'evil.com',
    'EVIL.COM',
    'evil.Com',
    'Evil.Com',
    'evil.cOm',
    'Bit.Ly',
    'ｅｖｉｌ．ｃｏｍ',
    'evil․com',
    'evil。com',
    'evil｡com',
    'evil﹒com',
    'evil\u200b.com',
    'e\u00advil.co\u2060m',
    'яндекс.рф',
    'ada＠example',
    'https://evil',
    '555 0199',
    '５５５ ０１９９',
    '٥٥٥٠١٩٩',
  ])('is not %p, by which a person can be reached', (name) => {
    expect(problem(name)).toBe(MESSAGES.nameWithLink);
  });

  // A search for links in it could take seconds.
  it.each(['\u200b', ' \u200b\u2060\u200d ', '\u3164', '\u2800', '\u{e0041}', '\ufe0f'])(
    'has visible characters: %j',
    (name) => {
      const { error } = z.strictObject({ firstName: personName('Required') }).safeParse({ firstName: name });
      expect(error?.issues.map(({ message }) => message)).toEqual(['First name must have visible characters']);
    },
  );

  it('says what is wrong with a character that turns the text around it', () => {
    expect(z.safeParse(personName('Required'), 'Ada \u202evorg').error?.issues[0]?.message).toBe(
      'Please enter a name in one line, without hidden characters',
    );
  });

  it('is not checked further where it is too long', () => {
    const { error } = z.safeParse(personName('Required'), `${'x'.repeat(200)}@example.org`);
    expect(error?.issues.map(({ message }) => message)).toEqual(['This must be 100 characters or less']);
  });

  it.each([
    'Ada\nLee',
    'Ada\r\nLee',
    'Ada\u2028Lee',
    'Ada\u2029Lee',
    'Ada\tLee',
    'Ada\u0007',
    'Ada\u202eeeL',
    'Ada\u2066Lee',
  ])('is not %p, which is more than one line', (name) => {
    expect(problem(name)).toBe(MESSAGES.nameInOneLine);
  });
});

describe('a title', () => {
  it.each([
    'Fall Open 2026-27',
    'Desert Classic, January 10–11, 2026',
    'St.John’s Invitational',
    'Round 1 vs. Harvard',
  ])('is %p', (title) => {
    expect(containsLink(title)).toBe(false);
  });

  it.each(['Refund at evil.com', 'ｅｖｉｌ．ｃｏｍ', 'https://evil', 'ada@example', 'Call 1-800-555-0199'])(
    'is not %p, by which a person can be reached',
    (title) => {
      expect(containsLink(title)).toBe(true);
    },
  );
});

describe('a check of several fields', () => {
  const errorsOf = (form: z.ZodMiniType, typed: object): object => fieldErrors(form.safeParse(typed).error!);

  it('is reported together with other invalid fields', () => {
    const passwords = { password: 'password-1', confirmPassword: 'password-2' };
    expect(errorsOf(setupAccountForm, { ...passwords, email: 'a@example.com', firstName: 'A', lastName: 'B' })).toEqual(
      {
        division: 'Please select your debate division',
        confirmPassword: MESSAGES.passwordsDiffer,
      },
    );
    expect(errorsOf(promoCodeForm, { name: 'A', discountType: 'percentage', discountValue: 101 })).toEqual({
      code: 'Promo code is required',
      discountValue: 'Enter a percentage from 1 to 100',
    });
  });

  it('is not reported without its fields', () => {
    expect(errorsOf(promoCodeForm, { code: 'A', name: 'A', discountType: 'percentage' })).toEqual({
      discountValue: 'Enter the value of the discount',
    });
  });
});

describe('a promo code', () => {
  it('has at most 20 characters, in capitals', () => {
    expect(promoCodeForm.shape.code.safeParse('ß'.repeat(10)).data).toBe('S'.repeat(20));
    expect(promoCodeForm.shape.code.safeParse('ß'.repeat(11)).success).toBe(false);
  });
});

describe('a text that is too long', () => {
  it('is named by its field, with how long it may be', () => {
    const form = z.object({
      metaTitle: optionalText(70),
      phone: optionalText(40),
      tags: z.array(optionalText(5)),
      specialRequests: optionalText(5_000),
    });
    const { error } = form.safeParse({
      metaTitle: 'x'.repeat(71),
      phone: '5'.repeat(41),
      tags: ['novice'],
      specialRequests: 'x'.repeat(5_001),
    });
    expect(fieldErrors(error!)).toEqual({
      metaTitle: 'Title for search engines must be 70 characters or less',
      phone: 'Phone must be 40 characters or less',
      'tags.0': 'Tags must be 5 characters or less',
      specialRequests: 'Special requests must be 5,000 characters or less',
    });
  });
});

describe('a field whose rule has no message', () => {
  it('is named by its label, with what it may be', () => {
    const form = z.object({
      division: division(),
      billingCycle: notedPlan(),
      maxUses: z.optional(z.number()),
      source: z.optional(z.string()),
      isActive: z.boolean(),
      eventId: z.uuid(),
    });
    const { error } = form.safeParse({
      division: 'experts',
      billingCycle: 'weekly',
      maxUses: 'ten',
      source: 1,
      eventId: 'x',
    });
    expect(fieldErrors(error!)).toEqual({
      division: 'Division must be development or professional',
      billingCycle: 'Billing cycle must be monthly or annual',
      maxUses: 'Maximum uses must be a number',
      source: 'Source must be text',
      isActive: 'Shown on the site is required',
      eventId: 'Event id is not valid',
    });
  });
});
