import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { baseTexts } from '../texts/base.ts';
import { Empty, Loaded } from './loaded.tsx';
import type { Query } from './query.ts';

type PageProps = {
  readonly title: ComponentChildren;
  /** The window title, if the heading contains more than text. */
  readonly name?: string;
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly isBusy?: boolean;
  readonly children: ComponentChildren;
};

/** The content of a view: a heading, which receives the focus when the view opens, and its parts. */
export function Page({ title, name, about, actions, isBusy = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const windowTitle = name ?? (typeof title === 'string' ? title : '');
  useEffect(() => {
    document.title = windowTitle === '' ? baseTexts.product : `${windowTitle} · ${baseTexts.product}`;
  }, [windowTitle]);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('nav, dialog')) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <article class="page" aria-busy={isBusy}>
      <header class="page-head">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {about && <p class="soft">{about}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </article>
  );
}

type MissingRecordProps = {
  readonly answer: Query<unknown>;
  /** The root field of the record. */
  readonly field: string;
  readonly title: string;
  readonly texts: { readonly unknown: string; readonly unknownText: string };
  /** A link to other records. */
  readonly children: ComponentChildren;
};

/** The page of a record that is loading, inaccessible or missing. */
export function MissingRecord({ answer, field, title, texts, children }: MissingRecordProps) {
  return (
    <Page title={answer.data && !answer.refused(field) ? texts.unknown : title} isBusy={answer.isLoading}>
      <section class="panel" aria-label={title}>
        <Loaded query={answer} field={field} lines={8}>
          {() => <Empty title={texts.unknownText}>{children}</Empty>}
        </Loaded>
      </section>
    </Page>
  );
}

type PanelProps = {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
};

/** A titled section of a view. */
export function Panel({ title, aside, children, class: more = '' }: PanelProps) {
  const id = `panel-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  return (
    <section class={`panel ${more}`} aria-labelledby={id}>
      <header class="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
