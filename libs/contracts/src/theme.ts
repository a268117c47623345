import { mixed } from './color.ts';

const shadesOf = (name: string, color: string) => ({
  [`--${name}`]: color,
  [`--${name}-deep`]: mixed(color, '#000000', 0.2),
  [`--${name}-wash`]: mixed(color, '#ffffff', 0.9),
});

/** The style properties of the association's two colors, as `web/src/styles/tokens.css` names them. */
export const themeOf = (color: string, secondColor: string): Readonly<Record<string, string>> => ({
  ...shadesOf('aff', color),
  ...shadesOf('neg', secondColor),
});
