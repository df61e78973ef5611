import { type DocumentNode, type GraphQLSchema, NoSchemaIntrospectionCustomRule, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { excessesOf } from '../execution/limits.ts';
import type { Call } from './call.ts';
import { parseWithinLimits } from './parse.ts';
import { budgetOf } from './request-budget.ts';

/** Enough to find a mistake; validation stops there. */
const mostErrors = 20;

/**
 * Parses and validates operations. Size limits are checked first, because some of GraphQL's validation rules are slow on
 * large operations.
 */
export function checkedOperations({
  introspection,
}: {
  readonly introspection: boolean;
}): Plugin<Pick<Call, 'opened'>> {
  return {
    onParse({ context, setParseFn }) {
      setParseFn((source, options) => parseWithinLimits(source, options, budgetOf(context)));
    },
    onValidate({ addValidationRule, setValidationFn }) {
      if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
      setValidationFn((schema: GraphQLSchema, document, rules) => {
        const excesses = excessesOf(schema, document);
        if (excesses.length > 0) return excesses;
        // Suggested names would reveal a hidden schema.
        return validate(schema, document, rules, { maxErrors: mostErrors, hideSuggestions: !introspection });
      });
    },
  };
}

/**
 * Caches valid operations, so that repeated ones are parsed and validated once. The caches are bounded by the length of the
 * text: one token, which can be a single character, takes about 300 bytes. Invalid operations are not cached, because
 * clients could fill the memory with them cheaply.
 */
export function createOperationCaches() {
  const valid = new LRUCache<string, DocumentNode>({
    max: 1_000,
    maxSize: 500_000,
    sizeCalculation: (_document, text) => text.length + 1,
  });
  return {
    documentCache: valid,
    errorCache: { get: () => undefined, set: () => undefined },
  };
}
