import styles from './facts.module.css'

/** Facts in a row, separated by dots, without unknown ones. No line starts or ends with a dot. */
export function Facts({ facts }: { facts: readonly (string | null)[] }) {
  const known = facts.filter((fact) => fact !== null && fact !== '')
  if (known.length === 0) return null
  return (
    <p className={styles.facts}>
      {known.map((fact, index) => (
        <span key={fact}>{index === 0 ? fact : ` ${fact}`}</span>
      ))}
    </p>
  )
}
