import styles from './spinner.module.css'

/** The busy indicator, drawn as the shadow of a sundial. It needs a text beside it that says what is being done. */
export function Spinner({ size = 'regular' }: { size?: 'small' | 'regular' | 'large' }) {
  return <span className={styles.dial} data-size={size} aria-hidden="true" />
}
