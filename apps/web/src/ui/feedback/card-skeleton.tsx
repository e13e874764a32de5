import styles from './card-skeleton.module.css'

/**
 * A placeholder in the size of a card while its device is loading. `isStill` turns off the animation for placeholders out of
 * sight: hundreds of animated ones would keep the page busy. A known `name` is shown at once: a fast scroll through a long list
 * passes names, and not empty walls.
 */
export function CardSkeleton({
  isStill = false,
  name = '',
}: {
  isStill?: boolean
  name?: string | undefined
}) {
  return (
    <div className={styles.card} data-still={isStill} aria-hidden="true">
      {name !== '' && <span className={styles.name}>{name}</span>}
    </div>
  )
}
