import type { ErrorCode } from '../../domain/base/errors.ts';
import { type ErrorGuide, recordErrorGuide } from './record-error-guide.ts';

export const errorGuide = {
  ...recordErrorGuide,
  INVALID_INPUT: {
    meaning: 'Fields of the body, parameters or headers are missing, of the wrong type or out of range.',
    remedy: 'Fix each entry of errors. All issues are reported at once; of more than 100, the first 100.',
    example: 'name is required.',
    issues: [{ path: ['items', 0, 'name'], code: 'REQUIRED', message: 'name is required.' }],
  },
  MALFORMED_REQUEST: {
    meaning: 'The request line, the target or a header is not valid HTTP. The connection was closed.',
    remedy: 'Let an HTTP library write the request. Percent-encode special characters in paths and queries.',
    example: 'The Host header is missing.',
  },
  MALFORMED_JSON: {
    meaning: 'The body is not JSON in UTF-8, or is incomplete.',
    remedy: 'Serialize the body with a JSON library and send all of it.',
    example: 'The body is not JSON: Unexpected end of JSON input',
  },
  MALFORMED_FORM: {
    meaning: 'The form with the file is incomplete, or its boundary differs from the one in the header.',
    remedy: 'Let a library write the form and its Content-Type, as in curl -F csvFile=@exemptions.csv.',
    example: 'The form is incomplete.',
  },
  KEY_MISMATCH: {
    meaning: 'The body identifies another record than the path, or a patch would change the key of the record.',
    remedy: 'Send the same source and externalId in both. The key of a record never changes.',
    example: 'source is "9" in the body and "8" in the path.',
    issues: [{ path: ['source'], code: 'KEY_MISMATCH', message: 'source is "9" in the body and "8" in the path.' }],
  },
  'ERR-ADDR-001': {
    meaning: 'The address matches no state or country of the rate book, so no tax can be calculated.',
    remedy: 'Correct the field that each entry names; suggestions lists valid values.',
    example: '"Minesota" is not a US state.',
    issues: [
      {
        path: ['shippingAddress', 'state'],
        code: 'ERR-ADDR-001',
        message: '"Minesota" is not a US state.',
        details: {
          field: 'state',
          given: 'Minesota',
          expected: 'a US state by code, FIPS code or name',
          suggestions: ['MN'],
        },
      },
    ],
  },
  COUNTRY_NOT_COVERED: {
    meaning: 'The country exists, but the rate book has no rates for it.',
    remedy: 'See the covered countries at /v1/capabilities.',
    example: 'The rate book does not cover the taxes of North Korea.',
    issues: [
      {
        path: ['shippingAddress', 'country'],
        code: 'COUNTRY_NOT_COVERED',
        message: 'The rate book does not cover the taxes of North Korea.',
        details: {
          field: 'country',
          given: 'North Korea',
          expected: 'a country of the rate book',
          suggestions: [],
        },
      },
    ],
  },
  OPERATION_LIMIT_EXCEEDED: {
    meaning:
      'A GraphQL document is too long, or an operation too deep, too wide or too costly. The error names the limit.',
    remedy: 'Request smaller pages or fewer fields, or split the operation.',
    example: "The operation's depth is 14; at most 12 is allowed.",
  },
  PERSISTED_DOCUMENT_REQUIRED: {
    meaning: 'This gateway executes only the GraphQL operations that its operator has registered.',
    remedy: 'Send documentId instead of query, and have the operator register new operations first.',
    example: 'Only persisted operations are allowed: send a documentId.',
  },
  PREFLIGHT_REQUIRED: {
    meaning: 'A page of another origin could have made a browser send this GraphQL request.',
    remedy: 'Send a token, the header Apollo-Require-Preflight, or a POST of application/json.',
    example: 'Send an Authorization or Apollo-Require-Preflight header, so that other sites cannot send this request.',
  },
  UNAUTHENTICATED: {
    meaning: 'The bearer token is missing, malformed, from an unknown issuer, revoked or expired.',
    remedy: 'Get a token from POST /v1/token and send it in the header Authorization: Bearer <token>.',
    example: 'Send a valid token: Authorization: Bearer <token>.',
  },
  INVALID_CLIENT: {
    meaning: 'The client id or secret is wrong, or the client has been revoked.',
    remedy: 'Check both. An operator can rotate a lost secret.',
    example: 'Wrong client id or secret, or the client has been revoked.',
  },
  FORBIDDEN: {
    meaning: 'The token is valid, but lacks the scope that the operation requires.',
    remedy: 'Use a client with that scope.',
    example: 'The token lacks the scope customers:write.',
  },
  PATH_NOT_FOUND: {
    meaning: 'No operation has this path.',
    remedy: 'Compare it with /v1/openapi.json. Send a slash within an external id as %2F.',
    example: 'There is no path /v1/customer.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists, but does not support this method.',
    remedy: 'Use a method listed in the Allow header.',
    example: 'The path supports GET, HEAD, OPTIONS, not POST.',
  },
  NOT_ACCEPTABLE: {
    meaning: 'The Accept header excludes the media type of the response.',
    remedy: 'Omit Accept, or send the media type that the message names.',
    example: 'The response is application/json: send Accept: application/json, or omit the header.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    meaning: 'A request with this Idempotency-Key is still running.',
    remedy: 'Send the same request again after Retry-After seconds to get the response to the first one.',
    example: 'A request with this Idempotency-Key is still running; try again for its response.',
  },
  BODY_TOO_LARGE: {
    meaning: 'The body exceeds the limit of the operation.',
    remedy: 'Send less at once. The limits are listed at /v1/capabilities.',
    example: 'The body may have at most 2097152 bytes.',
  },
  URI_TOO_LONG: {
    meaning: 'The path and query together exceed the limit.',
    remedy: 'Shorten the query.',
    example: 'A URL may have at most 8192 characters.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body has an unsupported media type, or is compressed.',
    remedy: 'Send a media type listed in the headers of the response, without Content-Encoding.',
    example: 'Send the body as Content-Type: application/json.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'Another request was sent with this Idempotency-Key within the last 24 hours.',
    remedy: 'Use a new key for every request, such as a random UUID.',
    example: 'This Idempotency-Key was used for another request; use a new key for every request.',
  },
  TOO_MANY_REQUESTS: {
    meaning:
      'This client or address sent too many requests in a short time, used too much of the processor, or requested too many tokens.',
    remedy: 'Wait Retry-After seconds. A token is valid for a day, so reuse it; batches and lists need fewer requests.',
    example: 'Too many token requests; try again in 30 seconds.',
  },
  PERSISTED_DOCUMENT_NOT_FOUND: {
    meaning: 'The operator has registered no GraphQL operation with this documentId.',
    remedy: 'Compare the id with the manifest that the gateway was started with.',
    example: 'No persisted operation has this id.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    meaning: 'The GraphQL document with this hash has not been sent yet, or not recently.',
    remedy: 'Send the full document with its hash once. Clients of automatic persisted queries do so on their own.',
    example: 'PersistedQueryNotFound',
  },
  REQUEST_TIMEOUT: {
    meaning:
      'The headers did not arrive within ten seconds, or the body within an hour; without a token, within ten seconds.',
    remedy: 'Send the request again over a faster connection.',
    example: 'The request was not sent in time.',
  },
  HEADERS_TOO_LARGE: {
    meaning: 'The request line and the headers exceed the limit.',
    remedy: 'Send fewer or shorter headers, or a shorter query.',
    example: 'The request line and the headers may have at most 16384 bytes together.',
  },
  INTERNAL: {
    meaning: 'Something failed on our side. Nothing was stored.',
    remedy: 'Try again. If the error persists, report the requestId.',
    example: 'Something failed on our side. If it persists, report the requestId.',
  },
  CHANGES_MISSED: {
    meaning:
      'A GraphQL subscription was read too slowly, or the store could not be read for a while: the stream ended.',
    remedy: 'Subscribe again, then read the changes since the last event with the filter updatedAt.',
    example: 'Changes may have been missed: subscribe again, then read what has changed since the last event.',
  },
  NOT_READY: {
    meaning: 'The store, or the keys of the token issuer, cannot be reached at the moment.',
    remedy: 'Send the request again after Retry-After seconds.',
    example: 'The store cannot be reached at the moment; try again.',
  },
  STILL_COUNTING: {
    meaning:
      'After an upgrade, documents are still being counted, and the answer needs the figures of all of them: filing, a form or a file.',
    remedy:
      'Send the request again after Retry-After seconds. The operator can watch and hurry it with `tollgate migrate --back-fill`.',
    example:
      'The figures would be incomplete: 50 of 61 documents are counted, and the amounts of 11, stored by another version, are still being worked out. Try again later; the operator can watch and hurry it with `tollgate migrate --back-fill`.',
  },
} as const satisfies Record<ErrorCode, ErrorGuide>;
