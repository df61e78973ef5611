import { signal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { baseTexts } from '../texts/base.ts';
import { path } from './router.ts';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
};

/** The browser's modal dialog, open while it is rendered: it traps the focus, closes with Escape, and restores the focus. */
export function Dialog({ title, onClose, children, class: more = '' }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // Opens the dialog before the browser paints, so that the next keystroke goes to it. Only closing it restores the focus.
  useLayoutEffect(() => {
    const { current } = element;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; a click beside it is for the pointer alone.
    <dialog
      ref={element}
      class={more}
      aria-label={title}
      onClose={() => element.current && onClose()}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="row between">
          <h2>{title}</h2>
          <button type="button" class="quiet icon-button" aria-label={baseTexts.close} onClick={onClose}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

type ActionProps = {
  readonly text: string;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly 'aria-describedby'?: string | undefined;
  /** The dialog. */
  readonly children: (close: () => void) => ComponentChildren;
};

const opened = signal<ComponentChildren>(null);

/** A button that opens a dialog. The dialog stays open if new data hides the button. */
export function Action({ text, children, ...button }: ActionProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    opened.value = null;
  };
  // While the button is shown, the open dialog shows current data.
  useLayoutEffect(() => {
    if (isOpen) opened.value = children(close);
  });
  return (
    <button type="button" {...button} onClick={() => setOpen(true)}>
      {text}
    </button>
  );
}

/** The dialog that an `Action` opened, until it is closed or another page opens. */
export function OpenDialog() {
  useSignalEffect(() => {
    path.value;
    opened.value = null;
  });
  return <>{opened.value}</>;
}
