import sharp from 'sharp';

// Uploaded files are read from memory, and as nothing but these four types, whatever else they look like to the library.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
// A service answers others while it processes a picture.
sharp.concurrency(1);
sharp.cache(false);

/** The library that reads and draws pictures. Its settings hold for the whole process, so all code has it from here. */
export { sharp };
