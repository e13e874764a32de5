import { CONTROL_VIEWS, type ControlView } from '#features/device-model/views/control-view.ts'
import { Icon } from '#ui/layout/icon.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import styles from './view-toggle.module.css'

const SIGNS = { position: 'venetian_blind', tilt: 'tilt' } as const satisfies Record<ControlView, IconName>

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
          aria-label={words[each]}
          title={words[each]}
          onClick={() => onView(each)}
        >
          <Icon name={SIGNS[each]} size={20} />
        </button>
      ))}
    </fieldset>
  )
}
