import { hash, metadata, notSimulated, oneOf, optional, text, withoutEffect } from '../api/param.ts';
import { isWebAddress } from '../api/web-address.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import { invalidRequest } from '../stripe-error.ts';
import { randomText, stripeId } from '../stripe-id.ts';

export const portalRoutes: StripeRoute[] = [
  route(
    'POST',
    '/v1/billing_portal/sessions',
    {
      customer: text(),
      return_url: optional(text()),
      configuration: optional(text()),
      locale: withoutEffect(),
      after_expiration: notSimulated(),
      on_behalf_of: notSimulated(),
      flow_data: optional(
        hash({
          type: oneOf(['payment_method_update']),
          after_completion: optional(
            hash({
              type: oneOf(['hosted_confirmation', 'portal_homepage', 'redirect']),
              redirect: optional(hash({ return_url: text() })),
              hosted_confirmation: withoutEffect(),
            }),
          ),
          metadata: optional(metadata()),
        }),
      ),
    },
    (account, params) => {
      account.find('customers', params.customer, 'customer');
      if (params.return_url !== undefined && !isWebAddress(params.return_url))
        throw invalidRequest('Not a valid URL', 'return_url', 'url_invalid');
      const id = stripeId('bps');
      const flow = params.flow_data;
      return account.add('portalSessions', {
        id,
        object: 'billing_portal.session',
        configuration: params.configuration ?? 'bpc_sandbox',
        created: account.now(),
        customer: params.customer,
        customer_account: null,
        flow:
          flow === undefined
            ? null
            : {
                type: flow.type,
                after_completion: {
                  type: flow.after_completion?.type ?? 'portal_homepage',
                  hosted_confirmation: null,
                  redirect:
                    flow.after_completion?.redirect === undefined
                      ? null
                      : { return_url: flow.after_completion.redirect.return_url },
                },
                customer_update: null,
                subscription_cancel: null,
                subscription_pause: null,
                subscription_update: null,
                subscription_update_confirm: null,
              },
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: params.return_url ?? null,
        url: `${account.publicUrl}/stripe/portal/${id}_${randomText(24)}`,
      });
    },
  ),
];
