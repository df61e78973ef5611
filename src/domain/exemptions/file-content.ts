import { AppError, invalidField } from '../base/errors.ts';
import { type FileType, fileTypeList, fileTypes } from './exemption-file.ts';

/**
 * The declared media type of a file, without parameters. Throws `UNSUPPORTED_MEDIA_TYPE` if the type is not supported.
 */
export function declaredFileType(contentType: string): FileType {
  const declared = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const type = fileTypes.find((one) => one === declared);
  if (type) return type;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send the file with its media type, one of ${fileTypeList}.`);
}

/**
 * Checks by the first bytes and the end of a file that it has its declared type. Nothing may precede the first bytes,
 * although PDF readers allow it: such a file could be of two types. Throws `INVALID_INPUT` for `file`.
 */
export function requireFileType(declared: FileType, content: Buffer): void {
  if (content.length === 0) throw invalidFile('REQUIRED', 'The file is empty.');
  const actual = fileTypes.find((type) => forms[type].begins(content));
  if (!actual) {
    throw invalidFile(
      'INVALID_FORMAT',
      `The content of the file is not ${declared}. It must be one of ${fileTypeList}.`,
    );
  }
  if (actual !== declared) {
    throw invalidFile(
      'INVALID_FORMAT',
      `The file is ${actual}, but was sent as ${declared}. Send the correct media type.`,
    );
  }
  if (!forms[actual].isWhole(content))
    throw invalidFile('INVALID_FORMAT', 'The end of the file is missing. Send the complete file.');
}

const invalidFile = (code: string, message: string) => invalidField(['file'], code, message);

type Form = { begins(content: Buffer): boolean; isWhole(content: Buffer): boolean };

/** From ISO 32000-1 (7.5.2, 7.5.5), the PNG specification (5.2, 11.2.5), ITU T.81 (B.1.1.3), RFC 9649 (2.4) and TIFF 6.0 (2). */
const forms: Readonly<Record<FileType, Form>> = {
  'application/pdf': {
    begins: (content) => hasAt(content, 0, '%PDF-'),
    isWhole: (content) => endsWithin(content, Buffer.from('%%EOF')),
  },
  'image/png': {
    begins: (content) => hasAt(content, 0, '\x89PNG\r\n\x1a\n'),
    isWhole: (content) => endsWithin(content, Buffer.from('\0\0\0\0IEND\xaeB\x60\x82', 'latin1')),
  },
  'image/jpeg': {
    begins: (content) => hasAt(content, 0, '\xff\xd8\xff'),
    isWhole: (content) => endsWithin(content, Buffer.from([0xff, 0xd9])),
  },
  'image/webp': {
    begins: (content) => hasAt(content, 0, 'RIFF') && hasAt(content, 8, 'WEBP'),
    isWhole: (content) => content.length >= content.readUInt32LE(4) + 8,
  },
  'image/tiff': {
    begins: (content) => hasAt(content, 0, 'II*\0') || hasAt(content, 0, 'MM\0*'),
    isWhole: hasDirectory,
  },
};

/** Some programs append a few bytes after the end marker. PDF readers search this many bytes for the marker. */
const longestRest = 1024;

function endsWithin(content: Buffer, mark: Buffer): boolean {
  return content.subarray(-longestRest).includes(mark);
}

function hasAt(content: Buffer, start: number, text: string): boolean {
  return content.toString('latin1', start, start + text.length) === text;
}

/**
 * Whether the file contains the whole directory of its first image, usually at the end: two bytes, and twelve for each
 * entry.
 */
function hasDirectory(content: Buffer): boolean {
  if (content.length < 8) return false;
  const isLittle = hasAt(content, 0, 'II');
  const start = isLittle ? content.readUInt32LE(4) : content.readUInt32BE(4);
  if (start < 8 || start + 2 > content.length) return false;
  const entries = isLittle ? content.readUInt16LE(start) : content.readUInt16BE(start);
  return start + 2 + entries * 12 <= content.length;
}
