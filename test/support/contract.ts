import { bodyFaults, headFaults, operationOf } from './openapi.ts';

/**
 * Validates a response of the REST door against the OpenAPI document: its status and headers at once, its body when the test
 * reads it as JSON. This way, a streamed list is not read before the test does.
 */
export function heldToDocument(method: string, path: string, response: Response): Response {
  const operation = operationOf(method === 'HEAD' ? 'GET' : method, path.split('?')[0] ?? '');
  if (!operation || method === 'HEAD') return response;
  requireNone(headFaults(operation, response));
  const readJson = response.json.bind(response);
  const value = async () => {
    const body: unknown = await readJson();
    requireNone(bodyFaults(operation, response, body));
    return body;
  };
  return Object.defineProperty(response, 'json', { value });
}

function requireNone(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`Not as the OpenAPI document says:\n${faults.slice(0, 10).join('\n')}`);
}
