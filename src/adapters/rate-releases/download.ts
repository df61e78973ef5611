type DownloadLimits = { readonly mostBytes: number; readonly timeoutMs: number };

const mostRedirects = 5;

/**
 * Downloads a file. Throws a readable error if the server fails, is slow, sends too much, or redirects to a forbidden
 * target.
 */
export async function downloadFile(url: string, { mostBytes, timeoutMs }: DownloadLimits): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetchFollowing(url, signal);
    if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
    const parts: Uint8Array[] = [];
    let length = 0;
    // Leaving the loop cancels the download.
    for await (const part of response.body ?? []) {
      length += part.byteLength;
      if (length > mostBytes) throw new Error(`The file is larger than ${mostBytes / 1e6} MB.`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (cause) {
    if (signal.aborted) throw new Error(`The server did not send the file within ${timeoutMs / 1_000} s.`, { cause });
    const { cause: reason } = cause as { cause?: unknown };
    if (reason instanceof Error) throw new Error(`The download failed: ${reason.message}`, { cause });
    throw cause;
  }
}

/** Follows redirects to HTTPS, and other redirects only within the same server. */
async function fetchFollowing(url: string, signal: AbortSignal): Promise<Response> {
  let at = new URL(url);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const response = await fetch(at, { signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, at.href) ? new URL(location, at) : null;
    if (next?.protocol !== 'https:' && next?.origin !== at.origin)
      throw new Error(
        `The server redirects to ${location}. Redirects must go to an HTTPS URL or stay on the same server.`,
      );
    at = next;
  }
  throw new Error(`The server redirected more than ${mostRedirects} times.`);
}
