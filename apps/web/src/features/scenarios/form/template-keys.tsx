import { useId } from 'react'
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

/** A row of the templates of a new scenario, each disabled unless it `isOffered`. */
export function TemplateKeys(props: {
  chosen: Template | null
  isOffered: (template: Template) => boolean
  onChoose: (template: Template) => void
}) {
  const { t } = useTranslation()
  const { chosen, isOffered, onChoose } = props
  const noteId = useId()
  const isAnyOut = TEMPLATES.some((template) => !isOffered(template))
  return (
    <fieldset
      className={styles.start}
      aria-label={t('scenarios.templates')}
      aria-describedby={isAnyOut ? noteId : undefined}
    >
      <p className={styles.startName} aria-hidden="true">
        {t('scenarios.templates')}
      </p>
      <div className={styles.templates}>
        {TEMPLATES.map((template) => (
          <Button
            key={template}
            icon={ICONS[template]}
            aria-pressed={template === chosen}
            disabled={!isOffered(template)}
            onClick={() => onChoose(template)}
          >
            {t(`scenarios.template.${template}`)}
          </Button>
        ))}
      </div>
      {isAnyOut && (
        <p id={noteId} className={styles.reason}>
          {t('scenarios.templatesNote')}
        </p>
      )}
    </fieldset>
  )
}
