import { REFUND_STEPS_MAX } from '@lectern/contracts/registrations/refund-steps';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ListField } from '../../../components/console/list-field.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { Pair } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import styles from './events.module.css';

/** The refunds of people with a paid place who withdraw, by date. */
export const RefundsFields = ({ form, city }: { form: UseFormReturn<FieldValues>; city: string }) => (
  <section className={styles['competitions']} aria-labelledby="refunds">
    <h3 id="refunds">Refunds</h3>
    <p>
      For example 100% until the registration deadline and 50% until the day before: the part of the payment that we
      refund when a person withdraws. The pages of the event show it. People who have paid keep the refunds of that time
      where those are better. Without any, the refund policy of the site applies.
    </p>
    <ListField
      form={form}
      name="refundSteps"
      noun="refund"
      max={REFUND_STEPS_MAX}
      blank={{ until: '', percent: '' }}
      error={messageAt(form, 'refundSteps')}
    >
      {(path) => (
        <Pair close>
          <TextField
            label={city === '' ? 'Until' : `Until (${city} time)`}
            type="datetime-local"
            error={messageAt(form, `${path}.until`)}
            {...form.register(`${path}.until`)}
          />
          <TextField
            label="Percent refunded"
            inputMode="numeric"
            autoComplete="off"
            error={messageAt(form, `${path}.percent`)}
            {...form.register(`${path}.percent`)}
          />
        </Pair>
      )}
    </ListField>
  </section>
);
