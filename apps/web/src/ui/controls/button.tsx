import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { AppLink } from '../layout/app-link.tsx'
import { Icon } from '../layout/icon.tsx'
import type { IconName } from '../layout/icon-paths.ts'
import styles from './button.module.css'
import { useCommandKey } from './command-block.ts'

type ButtonStyle = {
  /** `danger` is filled, `danger-text` is text only. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-text'
  wide?: boolean
  icon?: IconName | ReactNode
  children: ReactNode
}

const isName = (icon: ButtonStyle['icon']): icon is IconName => typeof icon === 'string'
const sign = (icon: ButtonStyle['icon']): ReactNode => (isName(icon) ? <Icon name={icon} size={20} /> : icon)

/** A button with a text. While `loading` it keeps its size and focus but ignores clicks. */
export function Button({
  variant = 'secondary',
  wide = false,
  icon,
  loading = false,
  children,
  onClick,
  type = 'button',
  isCommand = false,
  ...rest
}: ButtonStyle & {
  loading?: boolean
  /** It sends a command, which is not possible while commands are blocked. */
  isCommand?: boolean | 'stop'
} & Omit<ComponentProps<'button'>, 'className'>) {
  const { isIdle, attributes } = useCommandKey({ disabled: loading, isCommand })
  return (
    <button
      {...rest}
      {...attributes}
      type={isIdle ? 'button' : type}
      className={styles.button}
      data-variant={variant}
      data-wide={wide}
      aria-busy={loading}
      onClick={isIdle ? undefined : onClick}
    >
      {loading ? <Spinner size="small" /> : sign(icon)}
      <span>{children}</span>
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  wide = false,
  icon,
  children,
  to,
  state,
}: ButtonStyle & { to: string; state?: unknown }) {
  return (
    <AppLink className={styles.button} data-variant={variant} data-wide={wide} to={to} state={state}>
      {sign(icon)}
      <span>{children}</span>
    </AppLink>
  )
}
