import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { workshopsQuery } from '../../../components/workshops/list-workshops.ts';
import { badgeOf } from '../../../components/workshops/workshop-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import styles from './tournament-card.module.css';

/** An annual member's next workshop: the first with a seat, or else the first one. Nothing where there is none. */
export const WorkshopCard = () => {
  const { timeZone } = useAssociation();
  const { data } = useQuery(workshopsQuery);
  const workshop = data?.workshops.find(({ seat }) => seat !== null) ?? data?.workshops[0];
  if (data?.isIncluded !== true || workshop === undefined) return null;
  const { tone, label } = badgeOf(workshop);
  const here = readersInstant(workshop.datetime, timeZone);
  return (
    <Card title="Next Workshop" side="aff" aside={<Badge tone={tone}>{label}</Badge>}>
      <dl className={styles['details']}>
        <div>
          <dt>Workshop</dt>
          <dd>{workshop.title}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>
            {formatDate(workshop.datetime)}, {formatTime(workshop.datetime)}
          </dd>
          {here !== null && <dd className={styles['small']}>{here} where you are</dd>}
        </div>
      </dl>
      <Actions>
        <LinkButton to={pathTo('memberResources', { tab: 'schedules' })}>See the workshops</LinkButton>
      </Actions>
    </Card>
  );
};
