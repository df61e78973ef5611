/**
 * A register's text without lone surrogates and without control characters other than line breaks; null if nothing
 * remains.
 */
export function plainText(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n]|\p{Cs}/gu, '')
    .trim();
  return plain === '' ? null : plain;
}
