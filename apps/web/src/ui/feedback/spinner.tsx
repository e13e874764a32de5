import styles from './spinner.module.css'

/** The busy mark: a gnomon's shadow going round a dial. The words beside it say what is being done. */
export function Spinner({ size = 'regular' }: { size?: 'small' | 'regular' | 'large' }) {
  return <span className={styles.dial} data-size={size} aria-hidden="true" />
}
