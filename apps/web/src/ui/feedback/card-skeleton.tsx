import styles from './card-skeleton.module.css'

/**
 * A placeholder in the size of a card while its device is loading. `isStill` turns off the animation for placeholders out of
 * sight: hundreds of animated ones would keep the page busy.
 */
export function CardSkeleton({ isStill = false }: { isStill?: boolean }) {
  return <div className={styles.card} data-still={isStill} aria-hidden="true" />
}
