import type { AssociationSetting } from '@lectern/contracts/association';

/** The association's colors, `#rrggbb`: of buttons, and of links. */
export interface Accents {
  readonly main: string;
  readonly second: string;
}

export const accentsOf = ({
  ASSOCIATION_COLOR,
  ASSOCIATION_SECOND_COLOR,
}: Readonly<Record<AssociationSetting & `${string}_COLOR`, string>>): Accents => ({
  main: ASSOCIATION_COLOR,
  second: ASSOCIATION_SECOND_COLOR,
});
