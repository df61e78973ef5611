const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const loopbackAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whether a page is asked for on this machine and by its name, so that the demo's token may stand in it: another name
 * may be that of a site which had itself resolved to this machine, to read the page.
 */
export function isAskedAtHome(request: Request, remoteAddress: string): boolean {
  return loopbackAddresses.has(remoteAddress) && loopbackNames.has(new URL(request.url).hostname);
}
