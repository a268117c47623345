import { useOffers } from '../../../components/meeting-places/use-offers.ts';
import { Card } from '../../../components/ui/card.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { pathTo } from '../../../config/paths.ts';
import { communityOf, RESOURCES } from '../member-resources.ts';
import styles from './resources-card.module.css';

/** The resources for members, beside the sessions. */
export const ResourcesCard = () => {
  const offers = useOffers();
  return (
    <Card title="Member Resources">
      <div className={styles['lists']}>
        {[...RESOURCES, communityOf(offers)].map(({ name, items }) => (
          <div key={name}>
            <h3>{name}</h3>
            <ul className={styles['list']}>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div>
        <LinkButton to={pathTo('memberResources')}>Open Member Resources</LinkButton>
      </div>
    </Card>
  );
};
