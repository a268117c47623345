import { SITE_TEXTS, type SiteTextValue } from '@lectern/contracts/content/site-text';
import { officeHoursSlots } from '@lectern/contracts/office-hours';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { Stack } from '../../../components/ui/layout.tsx';
import { formatDay, formatTime } from '../../../lib/format.ts';
import styles from './site-text-editor.module.css';

const SHOWN = 8;

/** The next slots of the office hours, as members choose from them. */
export const OfficeHoursPreview = (value: SiteTextValue<'officeHours'>) => {
  const now = useProductMinute();
  const schedule = SITE_TEXTS.officeHours.safeParse(value);
  if (!schedule.success) return <p>The next slots are here once every field is complete.</p>;
  const { timeZone } = schedule.data;
  const slots = officeHoursSlots(new Date(now), schedule.data);
  if (slots.length === 0) return <p>Members have no slots to choose from now.</p>;
  return (
    <div>
      <p className={styles['label']}>
        {slots.length === 1 ? 'One slot to choose from' : `${slots.length} slots to choose from`}
      </p>
      <Stack as="ul" gap={1}>
        {slots.slice(0, SHOWN).map(({ startsAt }) => (
          <li key={startsAt.toISOString()}>
            {formatDay(startsAt, timeZone)}, {formatTime(startsAt, timeZone)}
          </li>
        ))}
      </Stack>
      {slots.length > SHOWN && <p>and {slots.length - SHOWN} more</p>}
    </div>
  );
};
