import { useState } from 'preact/hooks';
import { baseTexts } from '../texts/base.ts';
import { authorization, renewSession } from './session.ts';

type DownloadProps = {
  /** File name without extension. */
  readonly name: string;
  /** REST path of the report, which returns it as CSV. */
  readonly path: string;
  /** The label of the button. */
  readonly text?: string;
  /** Converts the file before it is saved, for example to fewer columns. */
  readonly rewrite?: (csv: string) => string;
};

/** Downloads a complete report as CSV, however long. A link cannot do this, because it would send no token. */
export function Csv({ name, path, text = baseTexts.csv, rewrite }: DownloadProps) {
  const read = async () => {
    const answer = await answerAt(`${path}${path.includes('?') ? '&' : '?'}bom=true`, 'text/csv');
    if (typeof answer === 'string') return answer;
    const file = rewrite ? new Blob([byteOrderMark, rewrite(await answer.text())]) : await answer.blob();
    saveFile(`${name}.csv`, file);
    return '';
  };
  return <Download label={`${text}: ${name}`} text={text} read={read} />;
}

type ServedFileProps = {
  readonly path: string;
  readonly text: string;
  /** The name of the button for screen readers. Default: the text. */
  readonly label?: string;
};

/** Downloads a file in the format and with the name that the gateway chooses. */
export function ServedFile({ path, text, label = text }: ServedFileProps) {
  const read = async () => {
    const answer = await answerAt(path, '*/*');
    if (typeof answer === 'string') return answer;
    const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
    saveFile(name ?? text, await answer.blob());
    return '';
  };
  return <Download label={label} text={text} read={read} />;
}

type ButtonProps = {
  readonly label: string;
  readonly text: string;
  /** Saves the file. Returns the reason if it was refused, otherwise an empty string. */
  readonly read: () => Promise<string>;
};

function Download({ label, text, read }: ButtonProps) {
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState('');
  const fetchFile = async () => {
    setIsLoading(true);
    setFailure(await read());
    setIsLoading(false);
  };
  return (
    <span class="row tight no-print">
      <button type="button" disabled={isLoading} onClick={fetchFile} aria-label={label}>
        {text}
      </button>
      <span class="small bad" role="status">
        {failure}
      </span>
    </span>
  );
}

/** Byte order mark: spreadsheets need it to detect UTF-8, and reading a file as text drops it. */
export const byteOrderMark = '\ufeff';

/** The response with the file, or the reason it was refused. */
async function answerAt(path: string, accept: string): Promise<Response | string> {
  const ask = () => fetch(path, { headers: { ...authorization(), Accept: accept } }).catch(() => null);
  const first = await ask();
  const answer = first?.status === 401 && (await renewSession()) ? await ask() : first;
  if (answer?.ok) return answer;
  const { detail } = (await Promise.resolve(answer?.json()).catch(() => ({}))) ?? {};
  return [400, 409].includes(answer?.status ?? 0) && typeof detail === 'string' ? detail : baseTexts.csvFailed;
}

export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // Some browsers start the download only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
