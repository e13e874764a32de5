import styles from './strength-bar.module.css'

/** A scale of `levels` strokes, of which `level` are filled, with a text. Screen readers announce changes of the text. */
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
