import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

type Form = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Fields before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly field: string;
  /** The file in pieces, generated while sending. */
  readonly file: Iterable<string>;
};

/** Sends a form with one file at the pace of the reader, like a client with a long file. */
export async function sendForm({
  url,
  headers,
  fields = {},
  field,
  file,
}: Form): Promise<{ status: number; text: string }> {
  const boundary = 'the-end-of-a-part';
  const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  const sent = request(url, { method: 'POST', headers: { ...headers, ...type } });
  let isAnswered = false;
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).on('error', (error) => {
      if (!isAnswered) reject(error);
    });
  });
  answer.then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  const begin = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  for (const [name, value] of Object.entries(fields)) sent.write(`${begin(`name="${name}"`)}${value}\r\n`);
  sent.write(begin(`name="${field}"; filename="a.csv"`));
  for (const piece of file) {
    if (isAnswered) break;
    if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), answer]);
  }
  sent.end(`\r\n--${boundary}--\r\n`);
  const response = await answer;
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode ?? 0, text };
}
