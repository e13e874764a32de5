import styles from './wall-key.module.css'

/** A toggle with two lines of words on a wall: what it switches, and how that is now. It is filled with light, or inked. */
export function WallToggle(props: {
  name: string
  words: string
  pressed: boolean
  tone: 'on' | 'lit'
  disabled?: boolean
  onClick: () => void
}) {
  const { pressed, disabled } = props
  return (
    <button
      type="button"
      className={styles.key}
      data-tone={pressed ? props.tone : undefined}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : props.onClick}
    >
      <span className={styles.name}>{props.name}</span>
      <span className={styles.words}>{props.words}</span>
    </button>
  )
}
