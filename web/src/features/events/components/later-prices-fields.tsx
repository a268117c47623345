import { LATER_PRICES_MAX } from '@lectern/contracts/registrations/event-setup';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ListField } from '../../../components/console/list-field.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { Pair } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import styles from './events.module.css';

/** The prices of a tournament that follow its first one. */
export const LaterPricesFields = ({ form, city }: { form: UseFormReturn<FieldValues>; city: string }) => (
  <section className={styles['competitions']} aria-labelledby="later-prices">
    <h3 id="later-prices">Later prices</h3>
    <p>
      For example a price for late entries. An entry keeps the price of the time when it was entered; one that was not
      paid in time and gets a place again costs the price of that time.
    </p>
    <ListField
      form={form}
      name="setup.laterPrices"
      noun="later price"
      max={LATER_PRICES_MAX}
      blank={{ from: '', price: '' }}
      error={messageAt(form, 'setup.laterPrices')}
    >
      {(path) => (
        <Pair close>
          <TextField
            label={city === '' ? 'From' : `From (${city} time)`}
            type="datetime-local"
            error={messageAt(form, `${path}.from`)}
            {...form.register(`${path}.from`)}
          />
          <TextField
            label="Price from then"
            inputMode="decimal"
            autoComplete="off"
            error={messageAt(form, `${path}.price`)}
            {...form.register(`${path}.price`)}
          />
        </Pair>
      )}
    </ListField>
  </section>
);
