import { gatewayLimits } from '../base/limits.ts';
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

const fileExtensions: Readonly<Record<FileType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
};

/**
 * The stored name of a file: at most 200 characters, with an extension that matches its type, and without folders,
 * control characters or characters that reverse the text. The default is `certificate.pdf`.
 */
export function fileNameOf(sent: string | null, type: FileType): string {
  const extension = fileExtensions[type];
  const base = (sent ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/["*:<>?|]/g, '_')
    .replace(/^[.\s]+/, '')
    .trim();
  const stem = [...(endingOf[type].test(clean) ? clean.replace(endingOf[type], '') : clean)];
  const room = gatewayLimits.exemptionFile.nameCharacters - extension.length - 1;
  return `${stem.slice(0, room).join('') || 'certificate'}.${extension}`;
}

const endingOf: Readonly<Record<FileType, RegExp>> = {
  'application/pdf': /\.pdf$/i,
  'image/png': /\.png$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/webp': /\.webp$/i,
  'image/tiff': /\.tiff?$/i,
};

/** The entity tag of a file: the beginning of the digest of its content. */
export function fileTag({ sha256 }: ExemptionFile): string {
  return `"${sha256.slice(0, 32)}"`;
}
