import styles from './CardSkeleton.module.css'

/** A bare wall of a card's size while its device is fetched. */
export function CardSkeleton() {
  return <div className={styles.card} aria-hidden="true" />
}
