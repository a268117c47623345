import type { CurrentAssociation } from '@lectern/service-kit/association/association';

/** The association's colors, `#rrggbb`: of buttons, and of links. */
export interface Accents {
  readonly main: string;
  readonly second: string;
}

export const accentsOf = ({ color, secondColor }: Pick<CurrentAssociation, 'color' | 'secondColor'>): Accents => ({
  main: color,
  second: secondColor,
});
