import styles from './strength-bar.module.css'

/** A scale of `levels` strokes, `level` of them inked, and the words for it, which are announced when they change. */
export function StrengthBar({ level, levels, words }: { level: number; levels: number; words: string }) {
  return (
    <div className={styles.bar} data-level={level}>
      <span className={styles.scale} aria-hidden="true">
        {Array.from({ length: levels }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stroke is its place on the scale
          <span key={index} className={styles.stroke} data-on={index < level} />
        ))}
      </span>
      <span className={styles.words} role="status">
        {words}
      </span>
    </div>
  )
}
