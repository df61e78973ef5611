import { AppError, type ErrorCode, errorCodes } from '../domain/base/errors.ts';
import { contentTag } from '../domain/base/etag.ts';
import { version } from '../domain/base/version.ts';
import { createYield } from '../usecases/writing/yield-to-event-loop.ts';
import { demoTokenRoute } from './docs/demo-token.ts';
import {
  docsOperation,
  errorIndexOperation,
  errorPageOperation,
  openapiOperation,
  openapiQuery,
} from './docs/documentation-operations.ts';
import { errorIndexPage, errorPage, referencePage } from './docs/documentation-pages.ts';
import { taggedText } from './http/conditions.ts';
import { withTwinVariables } from './http/explain.ts';
import { parseQuery } from './http/query.ts';
import { parameter } from './http/record-name.ts';
import { openRoute, type RestDependencies, type Route } from './http/route.ts';
import { openapiSteps } from './openapi/document.ts';

/**
 * The routes, plus routes for their OpenAPI document and documentation pages. The document covers its own route and is
 * built on first use, while other requests are served.
 */
export function withDocumentation(routes: readonly Route[]): readonly Route[] {
  const all: readonly Route[] = [...routes.map(withTwinVariables), ...documentationRoutes(() => all)];
  return all;
}

function documentationRoutes(routes: () => readonly Route[]): readonly Route[] {
  const textIn = (hasExamples: boolean) =>
    madeOnce(async ({ inputs, http }) => {
      const serveOthers = createYield();
      const steps = openapiSteps(routes(), { inputs, version, origin: http.publicUrl, hasExamples });
      for (;;) {
        const { done, value } = steps.next();
        await serveOthers();
        if (!done) continue;
        const text = JSON.stringify(value);
        return { text, tag: contentTag(text) };
      }
    });
  const [whole, bare] = [textIn(true), textIn(false)];
  const html = { produces: ['text/html'] };
  return [
    openRoute(
      'GET',
      '/v1/openapi.json',
      async ({ request, deps }) => {
        const { examples } = parseQuery(openapiQuery, request);
        const { tag, text } = await (examples ? whole(deps) : bare(deps));
        return taggedText(request, tag, text);
      },
      { operation: openapiOperation },
    ),
    openRoute('GET', '/v1/docs', async ({ deps }) => referencePage(deps.demo !== null), {
      ...html,
      operation: docsOperation,
    }),
    demoTokenRoute,
    openRoute('GET', '/v1/docs/errors', errorIndexPage, { ...html, operation: errorIndexOperation }),
    openRoute(
      'GET',
      '/v1/docs/errors/:code',
      async ({ request }) => {
        const code = parameter(request, 'code');
        if (isErrorCode(code)) return errorPage(code);
        throw new AppError(
          'NOT_FOUND',
          `Unknown error ${JSON.stringify(code.slice(0, 50))}. /v1/docs/errors lists all errors.`,
        );
      },
      { ...html, operation: errorPageOperation },
    ),
  ];
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}

/** Computes a value once for each public address that an operator configured. */
function madeOnce<Value>(make: (deps: RestDependencies) => Value): (deps: RestDependencies) => Value {
  const made = new Map<string | null, Value>();
  return (deps) => {
    const { publicUrl } = deps.http;
    const value = made.get(publicUrl) ?? make(deps);
    made.set(publicUrl, value);
    return value;
  };
}
