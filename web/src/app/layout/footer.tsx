import { BrandMark } from '../../components/art/brand-mark.tsx';
import { yearsSince } from '../../config/years-since.ts';
import { socialName } from '../../config/social-links.ts';
import { useAssociation } from '../../lib/association.ts';
import styles from './footer.module.css';
import { NavigationLink } from './nav-link.tsx';
import { footerColumns } from './navigation.ts';

export const Footer = () => {
  const association = useAssociation();
  return (
    <footer className={styles['footer']}>
      <div className={`page ${styles['grid']}`}>
        <div className={styles['brand']}>
          <p className={styles['name']}>
            <BrandMark />
            {association.name}
          </p>
          <p className={styles['tagline']}>{association.tagline}</p>
          <p className={styles['about']}>Weekly debate for adults, live on Zoom, in two divisions.</p>
          {association.social.length > 0 && (
            <ul className={styles['social']} aria-label="Elsewhere">
              {association.social.map(({ link }) => (
                <li key={link}>
                  <a href={link} rel="me noopener">
                    {socialName(link)}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {footerColumns(association).map((column) => (
          <nav key={column.title} className={styles['column']} aria-label={column.title}>
            <h2>{column.title}</h2>
            {column.links.map((item) => (
              <NavigationLink key={item.label} item={item} />
            ))}
          </nav>
        ))}
      </div>
      <div className="page">
        {/* A page prerendered last year shows that year until the browser renders it again. */}
        <p className={styles['small']} suppressHydrationWarning>
          {`© ${yearsSince(association.founded)} ${association.fullName}`}
        </p>
      </div>
    </footer>
  );
};
