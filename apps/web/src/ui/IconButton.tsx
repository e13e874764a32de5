import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { Icon } from './Icon.tsx'
import styles from './IconButton.module.css'
import type { IconName } from './icon-paths.ts'

type Look = {
  icon: IconName
  /** What it does, in words: the icon has none. */
  label: string
  /** `plain` on pages; `disc` on walls, which may be inked (`on`) or hold light (`lit`). */
  shape?: 'plain' | 'disc' | 'large'
  tone?: 'on' | 'lit' | undefined
}

/** A key with a sign on it, at least 44 px wide; `pressed` makes it a toggle. */
export function IconButton({
  icon,
  label,
  shape = 'plain',
  tone,
  pressed,
  ...rest
}: Look & { pressed?: boolean } & Omit<ComponentProps<'button'>, 'className' | 'children' | 'type'>) {
  return (
    <button
      {...rest}
      type="button"
      className={styles.key}
      data-shape={shape}
      data-tone={tone}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
    >
      <Icon name={icon} size={shape === 'plain' ? 24 : 22} />
    </button>
  )
}

/** A link with a sign on it. */
export function IconLink({ icon, label, shape = 'plain', to }: Omit<Look, 'tone'> & { to: string }) {
  return (
    <Link className={styles.key} data-shape={shape} to={to} aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  )
}
