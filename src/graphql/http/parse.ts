import { type DocumentNode, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import { excess, limits } from '../execution/limits.ts';

/** Parses an operation that is within the size limits and not nested deeper than graphql-js can parse. */
export function parseWithinLimits(document: string | Source, options?: ParseOptions): DocumentNode {
  const source = typeof document === 'string' ? new Source(document) : document;
  requireShort(source);
  return parse(source, { ...options, maxTokens: limits.tokens });
}

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Reads no further than the limits. */
function requireShort(source: Source): void {
  const { length } = source.body;
  if (length > limits.characters) {
    const message = `The document has ${length} characters; at most ${limits.characters} are allowed. Move values into variables.`;
    throw excess(message, { name: 'characters', requested: length }, {});
  }
  const lexer = new Lexer(source);
  let nesting = 0;
  let directives = 0;
  for (let tokens = 0; tokens < limits.tokens; tokens++) {
    const { kind, start } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (opening.has(kind)) nesting++;
    else if (closing.has(kind)) nesting--;
    else if (kind === TokenKind.AT) directives++;
    const place = { source, positions: [start] };
    if (nesting > limits.nesting) {
      throw excess(`The document is nested deeper than ${limits.nesting} brackets.`, { name: 'nesting' }, place);
    }
    if (directives > limits.directives) {
      throw excess(`The document has more than ${limits.directives} directives.`, { name: 'directives' }, place);
    }
  }
  throw excess(`The document has more than ${limits.tokens} tokens.`, { name: 'tokens' }, {});
}
