/** The text of a message; null above `limit` bytes, without reading the rest. */
export async function readText({ headers, body }: Request | Response, limit: number): Promise<string | null> {
  if (!body) return '';
  const reader = body.getReader();
  // A byte order mark is part of the signed text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let size = 0;
  let isTooLarge = Number(headers.get('Content-Length') ?? 0) > limit;
  while (!isTooLarge) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    isTooLarge = size > limit;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return null;
}
