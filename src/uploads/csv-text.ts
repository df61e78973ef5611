/** What stands between the cells of a row; `null` where the text tells nothing. */
export type Separator = ',' | ';' | '\t';

const longestSample = 64 * 1024;

/**
 * The text of a file in pieces, the first of which has its first line. UTF-8, or UTF-16 with a byte order mark, as
 * spreadsheets write them; bytes that are neither become U+FFFD, so that the rest of the file can still be read.
 */
export async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  let decoder: TextDecoder | null = null;
  let head: Uint8Array = new Uint8Array();
  let sample = '';
  let isBegun = false;
  for await (const piece of bytes) {
    let taken = piece;
    if (!decoder) {
      head = head.byteLength === 0 ? piece : Buffer.concat([head, piece]);
      if (head.byteLength < 2) continue;
      decoder = new TextDecoder(encodingOf(head));
      taken = head;
    }
    const text = decoder.decode(taken, { stream: true });
    if (isBegun) yield text;
    else {
      sample += text;
      isBegun = /\S.*[\r\n]/s.test(sample) || sample.length > longestSample;
      if (isBegun) yield sample;
    }
  }
  const rest = (decoder ?? new TextDecoder()).decode(decoder ? undefined : head);
  yield isBegun ? rest : sample + rest;
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** Told by a first line `sep=;`, or by what the first line with text has most of outside quotes. */
export function separatorOf(beginning: string): Separator {
  const line = /[^\r\n]*\S[^\r\n]*/.exec(beginning)?.[0] ?? '';
  const told = separatorLine.exec(line)?.[1];
  const outside = line.replaceAll(/"[^"]*"/g, '');
  const separators = [',', ';', '\t'] as const;
  const count = (separator: Separator) => outside.split(separator).length;
  return (
    separators.find((separator) => separator === told) ??
    separators.reduce((most, separator) => (count(separator) > count(most) ? separator : most))
  );
}

/** A line that only tells spreadsheets what stands between the cells. */
export const separatorLine = /^\s*"?sep=(.)"?\s*$/i;
