import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import { TEMPLATES, type Template } from './draft.ts'
import styles from './scenario-form.module.css'

/** What triggers each. */
const ICONS = {
  wakeUp: 'clock',
  morningSun: 'sunrise',
  dusk: 'sunset',
  holidayDay: 'sunrise',
  holidayNight: 'sunset',
  wind: 'wind',
  rain: 'rain',
  frost: 'frost',
  snow: 'snow',
} as const satisfies Record<Template, IconName>

/** A row of the templates of a new scenario that are offered. */
export function TemplateKeys(props: {
  chosen: Template | null
  isOffered: (template: Template) => boolean
  onChoose: (template: Template) => void
}) {
  const { t } = useTranslation()
  const offered = TEMPLATES.filter(props.isOffered)
  if (offered.length === 0) return null
  return (
    <fieldset className={styles.start} aria-label={t('scenarios.templates')}>
      <p className={styles.startName} aria-hidden="true">
        {t('scenarios.templates')}
      </p>
      <div className={styles.templates}>
        {offered.map((template) => (
          <Button
            key={template}
            icon={ICONS[template]}
            aria-pressed={template === props.chosen}
            onClick={() => props.onChoose(template)}
          >
            {t(`scenarios.template.${template}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
