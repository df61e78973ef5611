import { type DocumentNode, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import { excess, limits } from '../execution/limits.ts';
import { budgetWithToken, type RequestBudget, tooLong } from './request-budget.ts';

/** Parses an operation that is within the size limits and not nested deeper than graphql-js can parse. */
export function parseWithinLimits(
  document: string | Source,
  options?: ParseOptions,
  budget = budgetWithToken,
): DocumentNode {
  const source = typeof document === 'string' ? new Source(document) : document;
  requireShort(source, budget);
  return parse(source, { ...options, maxTokens: budget.tokens });
}

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Reads no further than the limits. */
function requireShort(source: Source, budget: RequestBudget): void {
  const { length } = source.body;
  if (length > budget.characters) {
    const message = `The document has ${length} characters; at most ${budget.characters} are allowed. Move values into variables.`;
    throw tooLong(budget, message, { name: 'characters', requested: length });
  }
  const lexer = new Lexer(source);
  let nesting = 0;
  let directives = 0;
  for (let tokens = 0; tokens < budget.tokens; tokens++) {
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
  const message = `The document has more than ${budget.tokens} tokens.`;
  throw tooLong(budget, message, { name: 'tokens' });
}
