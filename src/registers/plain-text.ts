/** What a register tells, without what no name or address has and no store keeps: control characters, half letters. */
export function plainText(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n]|\p{Cs}/gu, '')
    .trim();
  return plain === '' ? null : plain;
}
