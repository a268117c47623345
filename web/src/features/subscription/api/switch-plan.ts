import { previewPlanSwitch, switchPlan } from '@lectern/contracts/billing/plan-switch-http';
import type { PlanSwitchQuote } from '@lectern/contracts/billing/plan-switch';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

/** A quote is requested once for each time that the dialog opens, and stays as it was seen. */
export const switchQuoteQuery = (plan: PlanSwitchQuote['plan'], attempt: number) =>
  queryOptions({
    queryKey: ['member', 'switch-quote', plan, attempt],
    queryFn: ({ signal }) => callMember(previewPlanSwitch, { body: { plan }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });

export const acceptQuote = ({ plan, amountDue, creditLeft, quotedAt }: PlanSwitchQuote) =>
  callMember(switchPlan, { body: { plan, amountDue, creditLeft, quotedAt } });
