import { useEffect, useRef, useState } from 'preact/hooks';
import { Confirm, Problem } from '../../base/change-form.tsx';
import { changeWithFile, readFile } from '../../base/client.ts';
import { Action, Dialog } from '../../base/dialog.tsx';
import { saveFile } from '../../base/download.tsx';
import { attachFileOperation } from '../../base/exemptions/operations.ts';
import type { RootOf } from '../../base/graphql.ts';
import { Panel } from '../../base/page.tsx';
import { attempt, refusalOf } from '../../base/refusal.ts';
import { bytesText, instantText } from '../../format/format.ts';
import { certificateTexts } from '../../texts/certificates.ts';
import { type certificateOperation, detachFileOperation } from './operations.ts';

const { file: texts } = certificateTexts;

type Shown = RootOf<typeof certificateOperation, 'exemption'>;

const acceptedFiles = 'application/pdf,image/png,image/jpeg,image/webp,image/tiff';
/** Image types that browsers show. */
const shownTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** The certificate file. Its content is available only over REST. */
export function File({
  certificate: { serviceId, file, exemptionStatus },
  isRequired,
}: {
  readonly certificate: Shown;
  readonly isRequired: boolean;
}) {
  const [state, setState] = useState<'ready' | 'busy' | { readonly problem: string }>('ready');
  const [image, setImage] = useState<string | null>(null);
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => () => void (image && URL.revokeObjectURL(image)), [image]);

  const withFile = async (act: (content: Blob) => void) => {
    setState('busy');
    const answer = await readFile(`/v1/exemptions/serviceId/${serviceId}/file`);
    const refusal = refusalOf(answer, () => ({ __typename: '' }));
    setState(refusal === null ? 'ready' : { problem: refusal });
    if (answer.kind === 'data') act(answer.data);
  };
  const attach = async (content: globalThis.File | undefined) => {
    if (!content) return;
    setState('busy');
    const variables = { input: { by: { serviceId }, file: null } };
    const answer = await changeWithFile(attachFileOperation, {
      variables,
      path: 'variables.input.file',
      file: content,
    });
    const refusal = refusalOf(answer, ({ attachExemptionFile }) => attachExemptionFile);
    setState(refusal === null ? 'ready' : { problem: refusal });
  };
  const isBusy = state === 'busy';
  return (
    <Panel title={texts.title}>
      <div class="panel-body stack">
        {file ? (
          <div>
            <p class="strong">{file.name}</p>
            <p class="small soft">{texts.about(bytesText(file.bytes), instantText(file.attachedAt))}</p>
          </div>
        ) : (
          <div>
            <p class="strong">{texts.none}</p>
            <p class="soft">{isRequired ? texts.required : texts.noneText}</p>
          </div>
        )}
        <div class="actions">
          {file && shownTypes.includes(file.mediaType) && (
            <button
              type="button"
              disabled={isBusy}
              onClick={() => withFile((content) => setImage(URL.createObjectURL(content)))}
            >
              {texts.view}
            </button>
          )}
          {file && (
            <button type="button" disabled={isBusy} onClick={() => withFile((content) => saveFile(file.name, content))}>
              {texts.download}
            </button>
          )}
          {exemptionStatus === 'ACTIVE' && (
            <button type="button" disabled={isBusy} onClick={() => chosen.current?.click()}>
              {file ? texts.replace : texts.attach}
            </button>
          )}
          {file && (
            <Action text={texts.remove} disabled={isBusy}>
              {(close) => (
                <Confirm
                  title={texts.removeTitle}
                  onClose={close}
                  confirm={texts.confirmRemove}
                  keep={certificateTexts.close}
                  isDanger
                  send={() => attempt(detachFileOperation, { input: { by: { serviceId } } })}
                >
                  <p>{texts.removeNote}</p>
                </Confirm>
              )}
            </Action>
          )}
          <input
            ref={chosen}
            type="file"
            hidden
            accept={acceptedFiles}
            aria-label={texts.attach}
            onChange={({ currentTarget }) => {
              attach(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
        </div>
        <p class="small soft" role="status">
          {isBusy ? texts.loading : texts.accepted}
        </p>
        {typeof state === 'object' && <Problem text={state.problem} />}
      </div>
      {image !== null && (
        <Dialog title={file?.name ?? ''} onClose={() => setImage(null)} class="picture">
          <img src={image} alt={file?.name ?? ''} />
        </Dialog>
      )}
    </Panel>
  );
}
