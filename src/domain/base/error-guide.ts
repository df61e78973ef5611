import type { ErrorCode, Issue } from './errors.ts';

/** What the documentation says of an error beside its title: what it means, what to change, and how one looks. */
export type ErrorGuide = {
  readonly meaning: string;
  readonly remedy: string;
  readonly example: string;
  /** The faults of the example. */
  readonly issues?: readonly Issue[];
};

const id = '01980000-0000-7000-8000-000000000000';

export const errorGuide = {
  INVALID_INPUT: {
    meaning: 'Members of the body, parameters or headers are missing, of the wrong kind or out of range.',
    remedy: 'Change what each entry of errors names; all faults are told at once.',
    example: 'name is required.',
    issues: [{ path: ['items', 0, 'name'], code: 'REQUIRED', message: 'name is required.' }],
  },
  MALFORMED_JSON: {
    meaning: 'The body is no JSON text in UTF-8, breaks off, or is nested deeper than 64 levels.',
    remedy: 'Send what a JSON library wrote, whole.',
    example: 'The body is not JSON: Unexpected end of JSON input',
  },
  MALFORMED_FORM: {
    meaning: 'The form with the file breaks off, or its boundary is not the one the header names.',
    remedy: 'Let a library write the form and its Content-Type: curl -F csvFile=@exemptions.csv',
    example: 'The form breaks off.',
  },
  KEY_MISMATCH: {
    meaning: 'The body names another record than the path, or a patch would change what names the record.',
    remedy: 'Send the same source and externalId in both; what names a record never changes.',
    example: 'source is "9" in the body and "8" in the path.',
    issues: [{ path: ['source'], code: 'KEY_MISMATCH', message: 'source is "9" in the body and "8" in the path.' }],
  },
  'ERR-ADDR-001': {
    meaning: 'The address leads to no state or country of the rate book, so that no tax can be worked out.',
    remedy: 'Mend the member that each entry names; suggestions are values that would do.',
    example: 'No state has the ZIP code 00000.',
    issues: [
      {
        path: ['shippingAddress', 'zip'],
        code: 'ERR-ADDR-001',
        message: 'No state has the ZIP code 00000.',
        details: { field: 'zip', given: '00000', expected: 'a ZIP code of MN', suggestions: ['55401'] },
      },
    ],
  },
  COUNTRY_NOT_COVERED: {
    meaning: 'The country exists, but the rate book has no rates for it.',
    remedy: 'Read the countries that are covered at /v1/capabilities.',
    example: 'The rate book has no rates for AQ.',
    issues: [{ path: ['country'], code: 'COUNTRY_NOT_COVERED', message: 'The rate book has no rates for AQ.' }],
  },
  OPERATION_LIMIT_EXCEEDED: {
    meaning:
      'A GraphQL document is longer, or an operation deeper, wider or dearer, than one may be; the limits are told with the error.',
    remedy: 'Ask for smaller pages or fewer fields, or for parts of it one after the other.',
    example: "The operation's depth is 15; at most 12 is allowed.",
  },
  PERSISTED_DOCUMENT_REQUIRED: {
    meaning: 'This gateway executes only the GraphQL documents that its operator has put down.',
    remedy: 'Send documentId in place of query, and let the operator put down new documents first.',
    example: 'Only persisted operations are allowed: send a documentId.',
  },
  PREFLIGHT_REQUIRED: {
    meaning: 'Any page of the web could have made its reader’s browser send this GraphQL request.',
    remedy: 'Send a token, the header Apollo-Require-Preflight, or a POST of application/json.',
    example: 'Send an Authorization or an Apollo-Require-Preflight header with this request.',
  },
  UNAUTHENTICATED: {
    meaning: 'The request has no bearer token, or one that is forged, of another issuer, revoked or no longer valid.',
    remedy: 'Ask POST /v1/token for one and send it as Authorization: Bearer.',
    example: 'Send a valid token in the header Authorization: Bearer <token>.',
  },
  INVALID_CLIENT: {
    meaning: 'Client id and secret do not fit, or the client was revoked.',
    remedy: 'Check both; an operator can rotate a secret that was lost.',
    example: 'Client id and secret do not fit.',
  },
  FORBIDDEN: {
    meaning: 'The token is valid, but lacks the scope of the operation.',
    remedy: 'Use a client that has the scope.',
    example: 'The token lacks the scope customers:write.',
  },
  NOT_FOUND: {
    meaning: 'The tenant has no such record.',
    remedy: 'Check source, externalId or serviceId; records of other tenants are never found.',
    example: 'Customer not found.',
  },
  CUSTOMER_NOT_FOUND: {
    meaning: 'The body names a customer that the tenant does not have.',
    remedy: 'Store the customer first, and send its serviceId as customerId.',
    example: `There is no customer ${id}.`,
    issues: [{ path: ['customerId'], code: 'CUSTOMER_NOT_FOUND', message: `There is no customer ${id}.` }],
  },
  PATH_NOT_FOUND: {
    meaning: 'No operation has this path.',
    remedy: 'Compare it with /v1/openapi.json; slashes within an external id are sent as %2F.',
    example: 'There is no path /v1/customer.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path is known, but does not take this method.',
    remedy: 'Use a method that the header Allow names.',
    example: 'The path takes GET, HEAD, OPTIONS, not POST.',
  },
  NOT_ACCEPTABLE: {
    meaning: 'The header Accept excludes the media type of the answer.',
    remedy: 'Leave Accept out, or send the media type that the message names.',
    example: 'The answer is application/json; send Accept: application/json, or leave it out.',
  },
  CONFLICT: {
    meaning: 'Other requests changed the record at the same time, again and again.',
    remedy: 'Send the request again.',
    example: 'Other requests keep changing this record; try again.',
  },
  KEY_TAKEN: {
    meaning: 'The change would give the record a key that another one has.',
    remedy: 'Change the other record, or choose another key.',
    example: 'Another exemption of the customer has this certificate id there.',
  },
  TRANSACTION_FILED: {
    meaning: 'The document is FILED: it was part of a tax return, and nothing its tax depends on may change.',
    remedy: 'Correct it by a refund, or send transactionFilingStatus NOT_FILED to reopen it.',
    example: 'The document is filed; send transactionFilingStatus NOT_FILED to reopen it.',
  },
  OVER_REFUND: {
    meaning: 'Together, the refunds of an invoice would give back more than was sold.',
    remedy: 'Refund at most what the message says is left.',
    example: 'Of line 0 there are 20 left to refund, not 50.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    meaning: 'A request with this Idempotency-Key is still running.',
    remedy: 'Send the same request again after Retry-After seconds: it gets the first one’s answer.',
    example: 'A request with this Idempotency-Key is still running; ask again for its answer.',
  },
  PRECONDITION_FAILED: {
    meaning: 'If-Match names another version than the stored one, or If-None-Match: * met a record that exists.',
    remedy: 'Read the record again, apply the change to what it says now, and send its new ETag.',
    example: 'The record is not as If-Match expects it; read it again.',
  },
  BODY_TOO_LARGE: {
    meaning: 'The body is longer than the operation takes.',
    remedy: 'Send less at once; /v1/capabilities tells the limits.',
    example: 'The body may have at most 2097152 bytes.',
  },
  URI_TOO_LONG: {
    meaning: 'Path and query together are too long.',
    remedy: 'Shorten the query.',
    example: 'An address may have at most 8192 characters.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is of another media type, or compressed.',
    remedy: 'Send the media type that the headers of the answer name, without Content-Encoding.',
    example: 'Send the body as Content-Type: application/json.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'Another request was sent with this Idempotency-Key within the last 24 hours.',
    remedy: 'Give every request a key of its own, such as a random UUID.',
    example: 'The Idempotency-Key was sent with another request before; give every request a key of its own.',
  },
  TOO_MANY_REQUESTS: {
    meaning: 'Too many tokens were asked for in a short time, by this client or from this address.',
    remedy: 'Wait Retry-After seconds; a token holds for a day, so keep it.',
    example: 'Too many tries for a token; wait 30 seconds.',
  },
  PERSISTED_DOCUMENT_NOT_FOUND: {
    meaning: 'The operator has put down no GraphQL document of this documentId.',
    remedy: 'Compare the id with the manifest that the gateway was started with.',
    example: 'No persisted operation has this id.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    meaning: 'The GraphQL document of this hash was not sent here yet, or not for long.',
    remedy: 'Send the document in full with its hash once; clients of automatic persisted queries do so by themselves.',
    example: 'PersistedQueryNotFound',
  },
  INTERNAL: {
    meaning: 'Something failed on our side. Nothing was stored.',
    remedy: 'Try again; if it stays, report the requestId.',
    example: 'Something failed on our side; the request id finds it in our log.',
  },
  CHANGES_MISSED: {
    meaning:
      'A GraphQL subscription was read too slowly, or the store could not be read for a while: the stream ended.',
    remedy: 'Subscribe again, then read what changed since the last event, with the filter updatedAt.',
    example: 'Changes may have been missed: subscribe again, and read what changed meanwhile.',
  },
  NOT_READY: {
    meaning: 'The store, or the keys of the token’s issuer, cannot be reached just now.',
    remedy: 'Send the request again after Retry-After seconds.',
    example: 'The store cannot be reached just now; try again.',
  },
} as const satisfies Record<ErrorCode, ErrorGuide>;
