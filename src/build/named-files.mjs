// Files for browsers, named after their content.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const digest = (text) => createHash('sha256').update(text).digest('hex');

/** `page.css` becomes, for example, `page.0123456789.css`. */
export function writeNamed(folder, name, text) {
  const [base, ending] = name.split('.');
  const named = `${base}.${digest(text).slice(0, 10)}.${ending}`;
  writeFileSync(join(folder, named), text);
  return named;
}

/** No string in our styles contains spaces that these replacements would remove. */
export function minifyCss(css) {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim();
}
