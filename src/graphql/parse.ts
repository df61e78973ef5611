import { type DocumentNode, GraphQLError, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import { limits } from './limits.ts';

/** Reads a document, if it has not too many tokens and is not nested deeper than graphql-js can follow. */
export function parseWithinLimits(document: string | Source, options?: ParseOptions): DocumentNode {
  const source = typeof document === 'string' ? new Source(document) : document;
  requireShallow(source);
  return parse(source, { ...options, maxTokens: limits.tokens });
}

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

function requireShallow(source: Source): void {
  const lexer = new Lexer(source);
  let nesting = 0;
  for (let count = 0; count < limits.tokens; count++) {
    const { kind, start } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (opening.has(kind)) nesting++;
    else if (closing.has(kind)) nesting--;
    if (nesting <= limits.nesting) continue;
    const message = `Syntax Error: The document is nested deeper than ${limits.nesting} brackets.`;
    throw new GraphQLError(message, { source, positions: [start] });
  }
}
