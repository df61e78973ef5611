import { type DocumentNode, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import { type DocumentLimits, excess, limits } from '../../execution/limits.ts';

/** Parses an operation. Throws if it exceeds the size limits or is nested deeper than graphql-js can parse. */
export function parseWithinLimits(
  document: string | Source,
  options?: ParseOptions,
  allowed: DocumentLimits = limits,
): DocumentNode {
  const source = typeof document === 'string' ? new Source(document) : document;
  requireShort(source, allowed);
  return parse(source, { ...options, maxTokens: allowed.tokens });
}

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Throws if a document exceeds the limits. Reading stops at the limits. */
function requireShort(source: Source, allowed: DocumentLimits): void {
  const { length } = source.body;
  const { characters, tokens: mostTokens } = allowed;
  if (length > characters) {
    const message = `The document has ${length} characters; at most ${characters} are allowed. Move values into variables.`;
    throw excess(message, { name: 'characters', requested: length, allowed: characters }, {});
  }
  const lexer = new Lexer(source);
  let nesting = 0;
  let directives = 0;
  for (let tokens = 0; tokens < mostTokens; tokens++) {
    const { kind, start } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (opening.has(kind)) nesting++;
    else if (closing.has(kind)) nesting--;
    else if (kind === TokenKind.AT) directives++;
    const place = { source, positions: [start] };
    if (nesting > allowed.nesting) {
      const message = `The document is nested deeper than ${allowed.nesting} brackets.`;
      throw excess(message, { name: 'nesting', allowed: allowed.nesting }, place);
    }
    if (directives > allowed.directives) {
      const message = `The document has more than ${allowed.directives} directives.`;
      throw excess(message, { name: 'directives', allowed: allowed.directives }, place);
    }
  }
  throw excess(`The document has more than ${mostTokens} tokens.`, { name: 'tokens', allowed: mostTokens }, {});
}
