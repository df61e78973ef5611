import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { baseTexts } from '../texts/base.ts';

type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
};

/** The browser's modal dialog: it traps the focus, closes with Escape, and restores the focus. */
export function Dialog({ title, isOpen, onClose, children, class: more = '' }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // Opens the dialog before the browser paints, so that the next keystroke goes to it.
  useLayoutEffect(() => {
    const { current } = element;
    if (isOpen && current && !current.open) current.showModal();
    if (!isOpen && current?.open) current.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; a click beside it is for the pointer alone.
    <dialog
      ref={element}
      class={more}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {isOpen && (
        <div class="dialog-body">
          <header class="row between">
            <h2>{title}</h2>
            <button type="button" class="quiet icon-button" aria-label={baseTexts.close} onClick={onClose}>
              ✕
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
