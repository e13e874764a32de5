import type { ComponentProps } from 'react'
import { AppLink } from '../layout/app-link.tsx'
import { Icon } from '../layout/icon.tsx'
import type { IconName } from '../layout/icon-paths.ts'
import { useCommandKey } from './command-block.ts'
import styles from './icon-button.module.css'

type ButtonStyle = {
  icon: IconName
  /** The accessible name, because an icon has no text. */
  label: string
  /** `plain` for pages; `disc` for walls, where the button may be dark (`on`) or filled with light (`lit`). */
  shape?: 'plain' | 'disc' | 'large'
  tone?: 'on' | 'lit' | undefined
}

/**
 * A button with an icon, at least 44 px wide. `pressed` makes it a toggle. While `disabled` it keeps its focus, so that a shade
 * that reaches its end does not move the focus out of its card.
 */
export function IconButton({
  icon,
  label,
  shape = 'plain',
  tone,
  pressed,
  disabled = false,
  isCommand = false,
  onClick,
  ...rest
}: ButtonStyle & {
  pressed?: boolean
  /** It sends a command, which is not possible while commands are blocked. */
  isCommand?: boolean | 'stop'
} & Omit<ComponentProps<'button'>, 'className' | 'children' | 'type'>) {
  const { isIdle, attributes } = useCommandKey({ disabled, isCommand })
  return (
    <button
      {...rest}
      {...attributes}
      type="button"
      className={styles.key}
      data-shape={shape}
      data-tone={tone}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={isIdle ? undefined : onClick}
    >
      <Icon name={icon} size={shape === 'plain' ? 24 : 22} />
    </button>
  )
}

/** A link with an icon; `state` becomes the navigation state. */
export function IconLink({
  icon,
  label,
  shape = 'plain',
  to,
  state,
}: Omit<ButtonStyle, 'tone'> & { to: string; state?: unknown }) {
  return (
    <AppLink className={styles.key} data-shape={shape} to={to} state={state} aria-label={label} title={label}>
      <Icon name={icon} />
    </AppLink>
  )
}
