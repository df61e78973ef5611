type Attributes = Readonly<Record<string, string | number>>;

const escaped = (value: string | number) =>
  String(value)
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');

/** The content is elements, or a code or number, which needs no escaping. */
export function element(name: string, content: string | readonly string[], attributes: Attributes = {}): string {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${own.join('')}>${[content].flat().join('')}</${name}>`;
}

export const xmlDocument = (root: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
