import { useQuery } from '@tanstack/react-query';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { OutIcon } from '../../../components/ui/action-icons.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { ExternalLinkButton, LinkButton } from '../../../components/ui/link-button.tsx';
import { workshopsQuery } from '../../../components/workshops/list-workshops.ts';
import { badgeOf } from '../../../components/workshops/workshop-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import { nextWorkshop } from '../next-workshop.ts';
import styles from './tournament-card.module.css';

/** An annual member's next workshop, or the one that they have a seat in and that runs now. Nothing where there is none. */
export const WorkshopCard = () => {
  const { timeZone } = useAssociation();
  const { data } = useQuery(workshopsQuery);
  const now = useProductMinute();
  const next = data?.isIncluded === true ? nextWorkshop(data.workshops, now) : null;
  if (next === null) return null;
  const { workshop, isRunning } = next;
  const { tone, label } = badgeOf(workshop);
  const here = readersInstant(workshop.datetime, timeZone);
  return (
    <Card title={isRunning ? 'Workshop Now' : 'Next Workshop'} side="aff" aside={<Badge tone={tone}>{label}</Badge>}>
      <dl className={styles['details']}>
        <div>
          <dt>Workshop</dt>
          <dd className="breakable">{workshop.title}</dd>
        </div>
        <div>
          <dt>{isRunning ? 'Began' : 'Date'}</dt>
          <dd>
            {formatDate(workshop.datetime)}, {formatTime(workshop.datetime)}
          </dd>
          {here !== null && <dd className={styles['small']}>{here} where you are</dd>}
        </div>
        {isRunning && (
          <div>
            <dt>Ends</dt>
            <dd>{formatTime(workshop.endsAt)}</dd>
          </div>
        )}
      </dl>
      <Actions>
        {isRunning && workshop.zoomLink !== null && (
          <ExternalLinkButton variant="primary" href={workshop.zoomLink}>
            Join the Workshop
            <OutIcon />
          </ExternalLinkButton>
        )}
        <LinkButton to={pathTo('memberResources', { tab: 'schedules' })}>See the workshops</LinkButton>
      </Actions>
    </Card>
  );
};
