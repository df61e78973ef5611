import type { ComponentChildren } from 'preact';
import { Icon } from './icons.tsx';

type ItemProps = {
  readonly icon: string;
  readonly tone?: string;
  readonly title: string;
  readonly href?: string | null;
  readonly about: string;
  readonly children?: ComponentChildren;
};

/** An item of a list, with an icon, and a link if there is more to see. */
export function Item({ icon, tone = '', title, href = null, about, children }: ItemProps) {
  return (
    <li>
      <span class={`item-icon ${tone}`}>
        <Icon name={icon} />
      </span>
      <div class="grow">
        {href === null ? <span class="strong">{title}</span> : <a href={href}>{title}</a>}
        <span class="small soft">{about}</span>
      </div>
      {children}
    </li>
  );
}
