import { gatewayLimits } from '../base/limits.ts';
import { type FileType, fileExtensions } from './exemption-file.ts';

/**
 * The name under which a file is kept: at most 200 characters, with an extension of its type, without folders, control
 * characters and characters that reverse the text. Without a usable name it is `certificate.pdf`.
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
