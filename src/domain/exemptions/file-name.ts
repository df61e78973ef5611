import { gatewayLimits } from '../base/limits.ts';
import { type FileType, fileExtensions } from './exemption-file.ts';

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
