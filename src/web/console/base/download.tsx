import { useState } from 'preact/hooks';
import { baseTexts } from '../texts/base.ts';
import { authorization, renewSession } from './session.ts';

type DownloadProps = {
  /** File name without extension. */
  readonly name: string;
  /** REST path of the report, which returns it as CSV. */
  readonly path: string;
  /** Button label. */
  readonly text?: string;
  /** Converts the file before it is saved, for example to fewer columns. */
  readonly rewrite?: (csv: string) => string;
};

/** Downloads a complete report as CSV, however long. A link cannot do this, because it would send no token. */
export function Csv({ name, path, text = baseTexts.csv, rewrite }: DownloadProps) {
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState('');
  const fetchFile = async () => {
    setIsLoading(true);
    const file = await csvAt(path);
    if (file instanceof Blob) {
      saveFile(`${name}.csv`, rewrite ? new Blob([byteOrderMark, rewrite(await file.text())]) : file);
    }
    setFailure(file instanceof Blob ? '' : file);
    setIsLoading(false);
  };
  return (
    <span class="row tight no-print">
      <button type="button" disabled={isLoading} onClick={fetchFile} aria-label={`${text}: ${name}`}>
        {text}
      </button>
      <span class="small bad" role="status">
        {failure}
      </span>
    </span>
  );
}

/** Byte order mark: spreadsheets need it to detect UTF-8, and reading a file as text drops it. */
const byteOrderMark = '\ufeff';

/** The file, or the reason it was refused. */
async function csvAt(path: string): Promise<Blob | string> {
  const marked = `${path}${path.includes('?') ? '&' : '?'}bom=true`;
  const ask = () => fetch(marked, { headers: { ...authorization(), Accept: 'text/csv' } }).catch(() => null);
  const first = await ask();
  const answer = first?.status === 401 && (await renewSession()) ? await ask() : first;
  if (answer?.ok) return answer.blob();
  const { detail } = (await Promise.resolve(answer?.json()).catch(() => ({}))) ?? {};
  return answer?.status === 400 && typeof detail === 'string' ? detail : baseTexts.csvFailed;
}

function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
