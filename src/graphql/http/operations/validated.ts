import { type DocumentNode, type GraphQLSchema, Kind, NoSchemaIntrospectionCustomRule, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { workCosts } from '../../../domain/base/work-costs.ts';
import type { CacheWatch } from '../../../ports/observation.ts';
import { excessesOf, limits } from '../../execution/limits.ts';
import type { Call } from '../call.ts';
import { budgetOf } from '../request-budget.ts';
import { parseWithinLimits } from './parsed.ts';

/** Parsed and validated operations of earlier requests. */
export type ValidOperations = {
  find(text: string): DocumentNode | undefined;
  /** Like `find`, but does not report a miss, because `find` looks up the text afterwards. */
  peek(text: string): DocumentNode | undefined;
  has(document: DocumentNode): boolean;
  add(text: string, document: DocumentNode): void;
};

/**
 * Caches valid operations, so that repeated operations are parsed and validated once. The cache is limited by text
 * length: one token, which can be a single character, takes about 300 bytes. Refused operations are not cached, because
 * clients could cheaply use them to displace valid operations.
 */
export function createValidOperations(onCacheUsed?: CacheWatch): ValidOperations {
  const byText = new LRUCache<string, DocumentNode>({
    max: 1_000,
    maxSize: 250_000,
    sizeCalculation: (_document, text) => text.length + 1,
  });
  const documents = new WeakSet<DocumentNode>();
  return {
    find(text) {
      const document = byText.get(text);
      onCacheUsed?.('graphql_documents', document !== undefined);
      return document;
    },
    peek(text) {
      const document = byText.get(text);
      if (document) onCacheUsed?.('graphql_documents', true);
      return document;
    },
    has: (document) => documents.has(document),
    add(text, document) {
      documents.add(document);
      byText.set(text, document);
    },
  };
}

export function isDocument(result: unknown): result is DocumentNode {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === Kind.DOCUMENT;
}

type Checks = { readonly introspection: boolean; readonly valid: ValidOperations };

/**
 * Parses and validates operations. Size limits are checked first, because some of GraphQL's validation rules are slow
 * on large operations.
 */
export function validatedOperations({ introspection, valid }: Checks): Plugin<Pick<Call, 'opened'>> {
  const texts = new WeakMap<DocumentNode, string>();
  return {
    onParse({ context, params, setParseFn, setParsedDocument }) {
      const text = params.source.toString();
      const document = valid.find(text);
      if (document) setParsedDocument(document);
      setParseFn((source, options) => {
        context.opened?.session?.work.add(workCosts.newDocumentCharacter * text.length);
        const parsed = parseWithinLimits(source, options, budgetOf(context).document);
        texts.set(parsed, text);
        return parsed;
      });
    },
    onValidate({ context, params, addValidationRule, setResult, setValidationFn }) {
      if (valid.has(params.documentAST)) {
        setResult([]);
        return;
      }
      if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
      setValidationFn((schema: GraphQLSchema, document, rules) => {
        const excesses = excessesOf(schema, document, budgetOf(context).document);
        if (excesses.length > 0) return excesses;
        // Suggested names would reveal a hidden schema.
        const errors = validate(schema, document, rules, { maxErrors: limits.errors, hideSuggestions: !introspection });
        const text = texts.get(document);
        if (errors.length === 0 && text !== undefined) valid.add(text, document);
        return errors;
      });
    },
  };
}
