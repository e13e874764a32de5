import type { ComponentProps } from 'react'
import styles from './drag-grip.module.css'

/** The grip by which a row is dragged. Without a pointer the row is moved with its buttons. */
export function DragGrip(props: Pick<ComponentProps<'span'>, 'onPointerDown'>) {
  return (
    <span {...props} className={styles.grip} data-grip="" aria-hidden="true">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M7 9.5h10M7 14.5h10"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      </svg>
    </span>
  )
}
