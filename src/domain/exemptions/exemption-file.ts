/** What is known of the file of an exemption, such as a scan of the certificate, besides its content. */
export type ExemptionFile = {
  /** serviceId of the exemption; it has at most one file. */
  readonly serviceId: string;
  readonly name: string;
  readonly mediaType: FileType;
  /** In bytes. */
  readonly size: number;
  /** Digest of the content, in hexadecimal digits. */
  readonly sha256: string;
  readonly attachedAt: Date;
};

export const fileTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/tiff'] as const;
export type FileType = (typeof fileTypes)[number];

export const fileTypeList = fileTypes.join(', ');

export const fileExtensions: Readonly<Record<FileType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
};
