import { field, type RecordOf, record } from '../base/record.ts';

export const fileTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/tiff'] as const;
export type FileType = (typeof fileTypes)[number];

export const exemptionFile = record(
  'ExemptionFile',
  'The file of an exemption, such as a scan of the certificate. `GET /v1/exemptions/serviceId/{serviceId}/file` downloads it.',
  {
    name: field.text('The name of the file, with the extension of its media type.', {
      examples: ['certificate.pdf'],
    }),
    mediaType: field.text('The media type, verified against the content, such as `application/pdf`.'),
    bytes: field.derived(field.count('The size of the file, in bytes.'), ({ size }: { readonly size: number }) => size),
    sha256: field.text('The SHA-256 digest of the content, in hexadecimal digits.'),
    attachedAt: field.instant('When the file was attached.'),
  },
);

/** `serviceId` is the id of the exemption, which has at most one file. */
export type ExemptionFile = RecordOf<typeof exemptionFile> & {
  readonly serviceId: string;
  readonly mediaType: FileType;
};

export const fileTypeList = fileTypes.join(', ');

export const fileExtensions: Readonly<Record<FileType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
};
