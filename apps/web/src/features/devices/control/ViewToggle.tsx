import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { CONTROL_VIEWS, type ControlView } from './control-view.ts'
import styles from './ViewToggle.module.css'

const SIGNS = { position: 'venetian_blind', tilt: 'tilt' } as const satisfies Record<ControlView, IconName>

/** The small toggle of a blind: position and slats, or tilt only. */
export function ViewToggle({ view, onView }: { view: ControlView; onView: (view: ControlView) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.toggle} aria-label={t('control.view.label')}>
      {CONTROL_VIEWS.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.key}
          aria-pressed={each === view}
          aria-label={t(`control.view.${each}`)}
          title={t(`control.view.${each}`)}
          onClick={() => onView(each)}
        >
          <Icon name={SIGNS[each]} size={20} />
        </button>
      ))}
    </fieldset>
  )
}
