import { COLOR_FORM, isReadable } from '@lectern/contracts/color';
import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { logoPath } from '@lectern/contracts/page-profile';
import { themeOf } from '@lectern/contracts/theme';
import { BrandMark } from '../art/brand-mark.tsx';
import buttonStyles from '../ui/button.module.css';
import { yearsSince } from '../../config/years-since.ts';
import { socialName } from '../../config/social-links.ts';
import { AssociationContext, useAssociation } from '../../lib/association.ts';
import { cx } from '../../lib/cx.ts';
import styles from './profile.module.css';

const EMAILS = [
  ['Support', 'supportEmail'],
  ['Billing', 'billingEmail'],
  ['Careers', 'careersEmail'],
] as const;

const isUsable = (color: string): boolean => COLOR_FORM.test(color) && isReadable(color);

/** The profile where people meet it: the header, a button and a link, an email, the footer. The controls do nothing. */
export const ProfilePreview = (profile: SiteTextValue<'profile'>) => {
  const shown = useAssociation();
  const { name, fullName, tagline, founded, color, secondColor, social, postalAddress } = profile;
  // A color that is being typed is no color yet, and one that is too light is refused.
  const theme = themeOf(isUsable(color) ? color : shown.color, isUsable(secondColor) ? secondColor : shown.secondColor);
  const logo = profile.logo === null ? null : logoPath(profile.logo);
  return (
    <AssociationContext value={{ ...profile, logo }}>
      <div className={styles['preview']} style={theme}>
        <section aria-label="Header" className={styles['sample']}>
          <p className={styles['brand']}>
            <BrandMark />
            {name}
          </p>
          <p className={styles['controls']}>
            <span className={cx(buttonStyles['button'], buttonStyles['primary'], buttonStyles['small'])}>Join Now</span>
            <span className={styles['link']}>How it works</span>
          </p>
        </section>
        <section aria-label="Email" className={cx(styles['sample'], styles['email'])}>
          <p className={styles['brand']}>{name}</p>
          <div className={styles['sheet']}>
            <p className={styles['subject']}>Your email</p>
            <p>
              <span className={cx(buttonStyles['button'], buttonStyles['primary'], buttonStyles['small'])}>Open</span>
            </p>
          </div>
          {postalAddress !== null && (
            <p className={styles['small']}>
              {name}, {postalAddress}
            </p>
          )}
        </section>
        <section aria-label="Footer" className={styles['sample']}>
          <p className={styles['brand']}>
            <BrandMark />
            {name}
          </p>
          <p className={styles['small']}>{tagline}</p>
          <ul className={styles['links']}>
            {social.map(({ link }, index) => (
              <li key={index}>{socialName(link) || 'A link'}</li>
            ))}
          </ul>
          <ul className={styles['small']}>
            {EMAILS.filter(([, field]) => profile[field] !== null).map(([label, field]) => (
              <li key={field}>
                {label}: {profile[field]}
              </li>
            ))}
          </ul>
          <p className={styles['small']}>{`© ${yearsSince(founded)} ${fullName}`}</p>
        </section>
      </div>
    </AssociationContext>
  );
};
