type DownloadLimits = { readonly mostBytes: number; readonly timeoutMs: number };

/** Downloads a file. Throws an error in words if the server fails, is slow, or sends too much. */
export async function downloadFile(url: string, { mostBytes, timeoutMs }: DownloadLimits): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { signal, redirect: 'follow' });
    if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
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
