import { SITE_TEXTS, type SiteTextValue } from '@lectern/contracts/content/site-text';
import { bootcampWords } from '../../../components/bootcamp/bootcamp-words.ts';
import { Stack } from '../../../components/ui/layout.tsx';
import { useAssociation } from '../../../lib/association.ts';
import styles from './site-text-editor.module.css';

/** The times of the bootcamp as pages say them. */
export const BootcampPreview = (typed: SiteTextValue<'bootcamp'>) => {
  const { timeZone } = useAssociation();
  const parsed = SITE_TEXTS.bootcamp.safeParse(typed);
  if (!parsed.success) return <p>The times are here once every field is complete.</p>;
  const { weekday, weeks, hours, groupSize } = parsed.data;
  const { time, dashboardTime } = bootcampWords(parsed.data, timeZone);
  return (
    <Stack gap={4}>
      <div>
        <p className={styles['label']}>On pages of visitors</p>
        <p>
          {weekday}s {time}
        </p>
        <p>
          {weeks} weekly sessions of {hours} hours each, {groupSize} people
        </p>
      </div>
      <div>
        <p className={styles['label']}>On dashboards of members</p>
        <p>
          {weekday}s {dashboardTime}, {weeks} weeks
        </p>
      </div>
    </Stack>
  );
};
