/**
 * The file name in a Content-Disposition header (RFC 6266). `filename*` takes precedence over `filename`; null if
 * neither is readable.
 */
export function fileNameIn(disposition: string | undefined): string | null {
  if (disposition === undefined) return null;
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]*)/i.exec(disposition)?.[1];
  const decoded = extended === undefined ? null : decodedOrNull(extended);
  if (decoded !== null) return decoded;
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token ?? null;
}

/** A Content-Disposition header that makes browsers save the file instead of showing it. */
export function attachmentNamed(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function decodedOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
