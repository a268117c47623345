import { LOGO_PIXELS } from '@lectern/contracts/content/logo-model';

export const DRAWING_TYPE = 'image/svg+xml';

/** The sides of a drawing in one unit, whichever that is. */
const sidesOf = (svg: Element): readonly [number, number] => {
  const [, , ...ofView] = (svg.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const own = ['width', 'height'].map((side) => svg.getAttribute(side) ?? '');
  const [width = 1, height = 1] = own.every((side) => /^[\d.]+(?!.*%)/.test(side)) ? own.map(parseFloat) : ofView;
  return width > 0 && height > 0 ? [width, height] : [1, 1];
};

/**
 * Draws an SVG to a PNG as large as a stored logo, as browsers draw pictures: no program in it runs, and nothing from elsewhere is loaded.
 * Null where it cannot be drawn.
 */
export const drawnAsPng = async (file: File): Promise<Blob | null> => {
  const { documentElement: svg } = new DOMParser().parseFromString(await file.text(), DRAWING_TYPE);
  if (svg.localName !== 'svg') return null;
  const sides = sidesOf(svg);
  const [width, height] = sides.map((side) => Math.max(1, Math.round((side * LOGO_PIXELS) / Math.max(...sides))));
  if (!svg.hasAttribute('viewBox')) svg.setAttribute('viewBox', `0 0 ${sides.join(' ')}`);
  // Without a size, browsers differ.
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:${DRAWING_TYPE},${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
};
