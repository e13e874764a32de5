import styles from './card-skeleton.module.css'

/**
 * A bare wall of a card's size while its device is fetched. One that `isStill` stands where nobody looks: hundreds of
 * walls on which light passes would keep a page busy for nothing.
 */
export function CardSkeleton({ isStill = false }: { isStill?: boolean }) {
  return <div className={styles.card} data-still={isStill} aria-hidden="true" />
}
