const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const loopbackAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whether a request comes from this machine and uses a loopback host name. Any other host name may belong to a site
 * that resolves to this machine in order to read its data (DNS rebinding).
 */
export function isLoopbackRequest(request: Request, remoteAddress: string): boolean {
  return loopbackAddresses.has(remoteAddress) && loopbackNames.has(new URL(request.url).hostname);
}

/**
 * The origin of a request, if its host is this machine. Any other name is unverified client input and must not be shown
 * to other readers.
 */
export function loopbackOrigin(url: string): string | null {
  const { hostname, origin } = new URL(url);
  return loopbackNames.has(hostname) ? origin : null;
}
