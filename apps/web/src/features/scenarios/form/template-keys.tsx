import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { TEMPLATES, type Template } from './draft.ts'
import styles from './scenario-form.module.css'

/**
 * A button for each template of a new scenario, disabled unless it `isOffered`. `onChoose` gets the template and its name in the
 * language of the page.
 */
export function TemplateKeys(props: {
  chosen: Template | null
  isOffered: (template: Template) => boolean
  onChoose: (template: Template, name: string) => void
}) {
  const { t } = useTranslation()
  const { chosen, isOffered, onChoose } = props
  const noteId = useId()
  const isAnyOut = TEMPLATES.some((template) => !isOffered(template))
  return (
    <fieldset aria-label={t('scenarios.templates')} aria-describedby={isAnyOut ? noteId : undefined}>
      <div className={styles.templates}>
        {TEMPLATES.map((template) => {
          const name = t(`scenarios.template.${template}`)
          return (
            <Button
              key={template}
              aria-pressed={template === chosen}
              disabled={!isOffered(template)}
              onClick={() => onChoose(template, name)}
            >
              {name}
            </Button>
          )
        })}
      </div>
      {isAnyOut && (
        <p id={noteId} className={styles.reason}>
          {t('scenarios.templatesNote')}
        </p>
      )}
    </fieldset>
  )
}
