import { Card } from '../../../components/ui/card.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { pathTo } from '../../../config/paths.ts';
import { RESOURCES } from '../member-resources.ts';
import styles from './resources-card.module.css';

/** The resources for members, beside the sessions. */
export const ResourcesCard = () => (
  <Card title="Member Resources">
    <div className={styles['lists']}>
      {RESOURCES.map(({ name, items }) => (
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
