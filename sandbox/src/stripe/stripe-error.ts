export type StripeErrorType =
  'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error';

export interface StripeErrorDetails {
  type?: StripeErrorType;
  code?: string;
  message: string;
  param?: string;
  declineCode?: string;
  /** Raised while reading the parameters; Stripe keeps no idempotent answer for these ("Idempotent requests"). */
  beforeExecution?: boolean;
}

/** A refusal in Stripe's words. Source of codes and statuses: Stripe API reference, "Errors", and "Error codes". */
export class StripeError extends Error {
  readonly status: number;
  readonly details: StripeErrorDetails;

  constructor(status: number, details: StripeErrorDetails) {
    super(details.message);
    this.name = 'StripeError';
    this.status = status;
    this.details = details;
  }

  /** The body of the answer. */
  toBody(requestId: string): { error: Record<string, string> } {
    const { type = 'invalid_request_error', code, message, param, declineCode } = this.details;
    return {
      error: {
        ...(code !== undefined && {
          code,
          doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
        }),
        ...(declineCode !== undefined && { decline_code: declineCode }),
        message,
        ...(param !== undefined && { param }),
        request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
        type,
      },
    };
  }
}

export const invalidRequest = (message: string, param?: string, code?: string): StripeError => {
  return new StripeError(400, {
    message,
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });
};

/** A parameter that could not be read at all: nothing was executed. */
export const invalidParam = (message: string, param: string, code?: string): StripeError => {
  return new StripeError(400, { message, param, beforeExecution: true, ...(code !== undefined && { code }) });
};

/** 404 in the path of the request, 400 when another object refers to it, as Stripe does. */
export const noSuch = (kind: string, id: string, param = 'id'): StripeError => {
  return new StripeError(param === 'id' ? 404 : 400, {
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
};
