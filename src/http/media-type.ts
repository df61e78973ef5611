/** The type of a `Content-Type` header in lower case, without its parameters; empty if the header is missing. */
export function mediaTypeOf(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** The media types and ranges of an `Accept` header, in its order and without their parameters. */
export function acceptedTypes(accept: string | null | undefined): string[] {
  return (accept ?? '').split(',').map(mediaTypeOf);
}
