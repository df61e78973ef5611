import { type Json, recordOf } from '../openapi.ts';
import { OperationComparison } from './operation-differences.ts';
import { SchemaComparison } from './schema-differences.ts';
import { findIn, resolve } from './schema-variants.ts';

/** The changes that break clients of the released OpenAPI document, one sentence each. */
export function openapiDifferences(released: Json, current: Json): string[] {
  const [was, is] = [findIn(released), findIn(current)];
  const schemas = new SchemaComparison(was, is);
  const operations = new OperationComparison({ was: released, is: current, schemas });
  const found = [
    ...operationsIn(released.paths).flatMap(({ path, method, item, operation }) => {
      const later = recordOf(recordOf(current.paths)[path]);
      const name = `${method.toUpperCase()} ${path}`;
      if (!(method in later)) return `${name}${operation.deprecated ? ' (deprecated)' : ''} is gone.`;
      const site = { name, sender: 'client' } as const;
      return operations.of(site, withShared(item, operation), withShared(later, recordOf(later[method])));
    }),
    ...operationsIn(released.webhooks).flatMap(({ path, method, operation }) => {
      const name = `the webhook ${path}`;
      const later = recordOf(recordOf(current.webhooks)[path])[method];
      if (later === undefined) return `The webhook ${path} is gone.`;
      return operations.of({ name, sender: 'gateway' }, operation, recordOf(later));
    }),
    ...schemas.ofNamed(),
    ...lostSchemas(released, current),
    ...Object.entries(recordOf(recordOf(released.components).securitySchemes)).flatMap(([name, scheme]) =>
      schemeDifferences(name, resolve(scheme, was), recordOf(recordOf(current.components).securitySchemes)[name]),
    ),
  ];
  return [...new Set(found)];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

function operationsIn(paths: unknown) {
  return Object.entries(recordOf(paths)).flatMap(([path, item]) =>
    Object.entries(recordOf(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ path, method, item: recordOf(item), operation: recordOf(operation) })),
  );
}

/** Path parameters apply to each operation of the path. */
function withShared({ parameters: shared }: Json, operation: Json): Json {
  const all = [shared, operation.parameters].flatMap((list) => (Array.isArray(list) ? list : []));
  return { ...operation, parameters: all };
}

/** Generated clients name their types after the named schemas. */
function lostSchemas(released: Json, current: Json): string[] {
  const later = recordOf(recordOf(current.components).schemas);
  const names = Object.keys(recordOf(recordOf(released.components).schemas));
  return names.filter((name) => !(name in later)).map((name) => `The schema ${name} is gone.`);
}

function schemeDifferences(name: string, was: Json, later: unknown): string[] {
  if (later === undefined) return [`The security scheme ${name} is gone.`];
  const is = recordOf(later);
  const flows = recordOf(is.flows);
  return [
    ...['type', 'scheme', 'in', 'name']
      .filter((member) => was[member] !== is[member])
      .map((member) => `The security scheme ${name} has the ${member} ${is[member]}, not ${was[member]}.`),
    ...Object.entries(recordOf(was.flows)).flatMap(([flow, earlier]) => {
      if (!(flow in flows)) return `The security scheme ${name} no longer has the flow ${flow}.`;
      const { scopes, tokenUrl } = recordOf(flows[flow]);
      const lost = Object.keys(recordOf(recordOf(earlier).scopes)).filter((scope) => !(scope in recordOf(scopes)));
      const moved = tokenUrl === recordOf(earlier).tokenUrl ? [] : [`The token URL of ${name} is now ${tokenUrl}.`];
      return [...lost.map((scope) => `The scope ${scope} is gone.`), ...moved];
    }),
  ];
}
