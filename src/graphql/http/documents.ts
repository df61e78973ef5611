import { type DocumentNode, type GraphQLSchema, NoSchemaIntrospectionCustomRule, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { excessesOf } from '../execution/limits.ts';
import { parseWithinLimits } from './parse.ts';

/** Enough to find one's mistakes; and a document that is all mistakes is not looked through to its end. */
const mostErrors = 20;

/**
 * Reads and checks documents. What is too large is refused before the rules of GraphQL are looked at, some of which take
 * their time. Documents are kept once read and checked, so these cost nothing on the next request with the same one.
 */
export function checkedDocuments({ introspection }: { readonly introspection: boolean }): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseWithinLimits);
    },
    onValidate({ addValidationRule, setValidationFn }) {
      if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
      setValidationFn((schema: GraphQLSchema, document, rules) => {
        const excesses = excessesOf(document);
        if (excesses.length > 0) return excesses;
        // Suggestions of names are a way to read a schema that is not shown.
        return validate(schema, document, rules, { maxErrors: mostErrors, hideSuggestions: !introspection });
      });
    },
  };
}

/**
 * The documents that are kept, bounded by what they take: a token, which may be a single character, takes some 300 bytes.
 * Faulty ones are not kept: they would be cheap to send, and dear to remember.
 */
export function createDocumentCaches() {
  const documents = new LRUCache<string, DocumentNode>({
    max: 1_000,
    maxSize: 500_000,
    sizeCalculation: (_document, text) => text.length + 1,
  });
  return {
    documentCache: documents,
    errorCache: { get: () => undefined, set: () => undefined },
  };
}
