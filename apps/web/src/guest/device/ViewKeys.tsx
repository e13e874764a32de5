import { useTranslation } from 'react-i18next'
import { CONTROL_VIEWS, type ControlView } from '#features/devices/control/control-view.ts'
import styles from '#features/devices/control/ViewToggle.module.css'
import { Icon } from '#ui/Icon.tsx'

const SIGNS = { position: 'venetian_blind', tilt: 'tilt' } as const

/** The small toggle of a blind: position and slats, or tilt only. */
export function ViewKeys({ view, onView }: { view: ControlView; onView: (view: ControlView) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.toggle} aria-label={t('guest.view.label')}>
      {CONTROL_VIEWS.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.key}
          aria-pressed={each === view}
          aria-label={t(`guest.view.${each}`)}
          title={t(`guest.view.${each}`)}
          onClick={() => onView(each)}
        >
          <Icon name={SIGNS[each]} size={20} />
        </button>
      ))}
    </fieldset>
  )
}
