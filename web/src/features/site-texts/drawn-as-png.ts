import { LOGO_PIXELS } from '@lectern/contracts/content/logo-model';

export const DRAWING_TYPE = 'image/svg+xml';

/**
 * Draws an SVG to a PNG as large as a stored logo, as browsers draw pictures: no program in it runs, and nothing from elsewhere is loaded.
 * Null where it cannot be drawn.
 */
export const drawnAsPng = async (file: File): Promise<Blob | null> => {
  const image = new Image();
  image.src = `data:${DRAWING_TYPE},${encodeURIComponent(await file.text())}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  // Without a size of its own, it is square.
  const sides = [image.naturalWidth || 1, image.naturalHeight || 1];
  const [width, height] = sides.map((side) => Math.max(1, Math.round((side * LOGO_PIXELS) / Math.max(...sides))));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
};
