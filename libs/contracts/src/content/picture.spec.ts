import { expect, it } from 'vitest';
import { isOnThisSite, pictureSource } from './picture.ts';

it.each(['/images/ada.webp', '/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/960x640', '/a.png?size=2'])(
  'a picture is on this site at %s',
  (address) => expect(isOnThisSite(address)).toBe(true),
);

it.each([
  'https://elsewhere.example/a.png',
  '//elsewhere.example/a.png',
  '/\\elsewhere.example/a.png',
  '/\t/elsewhere.example/a.png',
  'images/ada.webp',
  'data:image/png;base64,AAAA',
  '',
])('no picture of this site is at %j', (address) => expect(isOnThisSite(address)).toBe(false));

it('an upload is shown in its smallest width, and any other address as it is', () => {
  expect(pictureSource('/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/960x640')).toBe(
    '/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/480.webp',
  );
  expect(pictureSource('/images/ada.webp')).toBe('/images/ada.webp');
});
