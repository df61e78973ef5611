/** A register's text without control characters and lone surrogates, which the store cannot keep. */
export function plainText(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n]|\p{Cs}/gu, '')
    .trim();
  return plain === '' ? null : plain;
}
