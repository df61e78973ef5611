import { AppError, type ErrorCode, errorCodes } from '../domain/base/errors.ts';
import { contentTag } from '../domain/base/etag.ts';

import { demoTokenRoute } from './docs/demo-token.ts';
import { docsPage } from './docs/docs-page.ts';
import {
  docsOperation,
  errorIndexOperation,
  errorPageOperation,
  openapiOperation,
} from './docs/documentation-operations.ts';
import { errorIndexPage, errorPage } from './docs/error-pages.ts';
import { taggedText } from './http/conditions.ts';
import { parameter } from './http/record-name.ts';
import { openRoute, type RestDependencies, type Route } from './http/route.ts';
import { openapiDocument } from './openapi/document.ts';

/** The version of the interface, not of the product: it changes when consumers must. */
const interfaceVersion = '1.0.0';

/** The document of all routes, including its own, and the pages made from it. It is built on first use. */
export function withDocumentation(routes: readonly Route[]): readonly Route[] {
  const all: readonly Route[] = [...routes, ...documentationRoutes(() => all)];
  return all;
}

function documentationRoutes(routes: () => readonly Route[]): readonly Route[] {
  const made = madeOnce((origin, { inputs }: RestDependencies) => {
    const document = openapiDocument(routes(), { inputs, version: interfaceVersion, origin });
    const text = JSON.stringify(document);
    const pageOf = (hasDemo: boolean) => docsPage(routes(), document, { hasDemo });
    return { text, tag: contentTag(text), pageOf: madeOnce((_, hasDemo: boolean) => pageOf(hasDemo)) };
  });
  const madeFor = (deps: RestDependencies) => made(deps.http.publicUrl ?? 'http://localhost:4000', deps);
  const html = { produces: ['text/html'] };
  return [
    openRoute(
      'GET',
      '/v1/openapi.json',
      async ({ request, deps }) => {
        const { text, tag } = madeFor(deps);
        return taggedText(request, tag, text);
      },
      { operation: openapiOperation },
    ),
    openRoute(
      'GET',
      '/v1/docs',
      async ({ deps }) => {
        const hasDemo = deps.demo !== null;
        return madeFor(deps).pageOf(hasDemo ? 'demo' : 'plain', hasDemo);
      },
      { ...html, operation: docsOperation },
    ),
    demoTokenRoute,
    openRoute('GET', '/v1/docs/errors', errorIndexPage, { ...html, operation: errorIndexOperation }),
    openRoute(
      'GET',
      '/v1/docs/errors/:code',
      async ({ request }) => {
        const code = parameter(request, 'code');
        if (isErrorCode(code)) return errorPage(code);
        throw new AppError('NOT_FOUND', `There is no error ${code.slice(0, 50)}; /v1/docs/errors lists them.`);
      },
      { ...html, operation: errorPageOperation },
    ),
  ];
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}

/** Made for each name on its first use. */
function madeOnce<Rest extends readonly unknown[], Value>(
  make: (name: string, ...rest: Rest) => Value,
): (name: string, ...rest: Rest) => Value {
  const made = new Map<string, Value>();
  return (name, ...rest) => {
    const value = made.get(name) ?? make(name, ...rest);
    made.set(name, value);
    return value;
  };
}
