import fc from 'fast-check';

/** Any code point except the halves of surrogate pairs. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

/** Text of any characters, half of it in ASCII. The unit `binary` builds a map of a million characters, which takes seconds. */
export function anyText(lengths: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.oneof(fc.string(lengths), fc.string({ ...lengths, unit: anyCharacter }));
}
