/** Stripe's payment method types. Source: API reference, "Create a Checkout Session", `allowed_payment_method_types`. */
export const PAYMENT_METHOD_TYPES = [
  'acss_debit',
  'affirm',
  'afterpay_clearpay',
  'alipay',
  'alma',
  'amazon_pay',
  'au_becs_debit',
  'bacs_debit',
  'bancontact',
  'billie',
  'bizum',
  'blik',
  'boleto',
  'card',
  'cashapp',
  'crypto',
  'customer_balance',
  'eps',
  'fpx',
  'giropay',
  'grabpay',
  'ideal',
  'kakao_pay',
  'klarna',
  'konbini',
  'kr_card',
  'link',
  'mb_way',
  'mobilepay',
  'multibanco',
  'naver_pay',
  'nz_bank_account',
  'oxxo',
  'p24',
  'pay_by_bank',
  'payco',
  'paynow',
  'paypal',
  'paypay',
  'payto',
  'pix',
  'promptpay',
  'revolut_pay',
  'samsung_pay',
  'satispay',
  'scalapay',
  'sepa_debit',
  'sequra',
  'sofort',
  'sunbit',
  'swish',
  'twint',
  'upi',
  'us_bank_account',
  'wechat_pay',
  'zip',
] as const;

type PaymentMethodType = (typeof PAYMENT_METHOD_TYPES)[number];

/** Those of this account, which every page offers that is not narrowed: dynamic payment methods, as set in Stripe's Dashboard. */
const ENABLED: readonly PaymentMethodType[] = ['card', 'us_bank_account'];

/** The payment methods that a page offers. An allowed type that the account does not have is skipped. */
export const offeredTypes = (allowed: readonly PaymentMethodType[] = PAYMENT_METHOD_TYPES): PaymentMethodType[] => {
  return ENABLED.filter((type) => allowed.includes(type));
};
