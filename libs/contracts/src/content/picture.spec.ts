import { expect, it } from 'vitest';
import { pictureAt, pictureSource } from './picture.ts';

it.each([
  '/images/ada.webp',
  'https://elsewhere.example/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/960x640',
  '/api/pictures/0B8F5D0E-3C4A-4A57-9C55-7A3F0C1D2E10/960x640',
  '/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/960x640?x=1',
  '/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/960x640#x',
  '/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/../960x640',
  '',
])('no uploaded picture is at %j', (address) => expect(pictureAt(address)).toBeNull());

it('an upload is shown in its smallest width, and any other address as it is', () => {
  expect(pictureSource('/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/960x640')).toBe(
    '/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/480.webp',
  );
  expect(pictureSource('/images/ada.webp')).toBe('/images/ada.webp');
});
