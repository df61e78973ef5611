const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

/** The smallest valid file of each type. */
export const samplePdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
/** One grey pixel. */
export const samplePng = hex(`89504e470d0a1a0a 0000000d49484452 00000001000000010800000000 3a7e9b55
  0000000a49444154 789c636000000002000148afa471 0000000049454e44ae426082`);
const sampleJpeg = hex('ffd8ffe000104a46494600010100000100010000 ffd9');
const sampleWebp = hex('52494646 0c000000 57454250 5650384c 00000000');
/** A directory of one entry: the width is 1. */
const sampleTiff = hex('49492a00 08000000 0100 0001 0300 01000000 01000000 00000000');

export const samples = {
  'application/pdf': samplePdf,
  'image/png': samplePng,
  'image/jpeg': sampleJpeg,
  'image/webp': sampleWebp,
  'image/tiff': sampleTiff,
} as const;
