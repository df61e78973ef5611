const lineFeed = 10;

export class LineTooLong extends Error {
  constructor(mostBytes: number) {
    super(`A line has more than ${mostBytes} bytes.`);
  }
}

/** The lines of a file with their line endings, as bytes. Keeps one line in memory; throws if a line is too long. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  let begun: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const rest = chunk.subarray(start, end + 1);
      if (length + end - start > mostBytes) throw new LineTooLong(mostBytes);
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      length = 0;
      start = end + 1;
    }
    if (start < chunk.byteLength) begun.push(chunk.subarray(start));
    length += chunk.byteLength - start;
    if (length > mostBytes) throw new LineTooLong(mostBytes);
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
