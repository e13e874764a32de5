import { CONTROL_VIEWS, type ControlView } from '#features/device-model/views/control-view.ts'
import styles from './view-toggle.module.css'

/** The small toggle of a blind: position with slats, or tilt only. */
export function ViewToggle({
  view,
  onView,
  words,
}: {
  view: ControlView
  onView: (view: ControlView) => void
  words: Record<'label' | ControlView, string>
}) {
  return (
    <fieldset className={styles.toggle} aria-label={words.label}>
      {CONTROL_VIEWS.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.key}
          aria-pressed={each === view}
          onClick={() => onView(each)}
        >
          {words[each]}
        </button>
      ))}
    </fieldset>
  )
}
