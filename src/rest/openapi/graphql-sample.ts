import type { Operation } from '../http/operation.ts';

type CodeSample = { readonly lang: string; readonly label: string; readonly source: string };

/**
 * Formats the document over several lines, after a comment with the variables of the first example that has variables.
 */
export function graphqlSample(document: string, { examples }: Operation): CodeSample {
  const { variables = {} } = Object.values(examples).find((example) => example.variables !== undefined) ?? {};
  const shown = Object.keys(variables).length === 0 ? '' : `Variables:\n${JSON.stringify(variables, null, 2)}`;
  const comment = shown && `${shown.replaceAll(/^/gm, '# ')}\n`;
  return { lang: 'GraphQL', label: 'GraphQL', source: comment + indentedSelections(document) };
}

/** Parenthesized arguments stay on the line of their field. */
function indentedSelections(document: string): string {
  const tokens = document.match(/\([^()]*\)|[{}]|\.\.\. on \w+|\w+: \w+|\w+/g) ?? [];
  let depth = 0;
  return tokens
    .map((token) => {
      if (token === '}') depth -= 1;
      const line = `\n${'  '.repeat(depth)}`;
      if (token === '{') depth += 1;
      if (token === '{') return ' {';
      return token.startsWith('(') ? `${depth === 0 ? ' ' : ''}${token}` : `${line}${token}`;
    })
    .join('')
    .trimStart();
}
