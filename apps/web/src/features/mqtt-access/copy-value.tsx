import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './mqtt.module.css'

/** Copies a text and says whether that was possible. */
export function useCopy() {
  const { t } = useTranslation()
  return async (text: string) => {
    if (await copyText(text)) showMessage('success', t('mqtt.copied'))
    else showMessage('error', t('mqtt.notCopied'))
  }
}

export interface FieldValue {
  label: string
  /** The label is a name on the screen of other software, which is English. */
  isForeign?: boolean
  value: string
  /** The value is an instruction, and not a text to be typed. */
  isAction?: boolean
}

/** Values to be typed elsewhere, each with a key that copies it. */
export function FieldValues({ fields }: { fields: readonly FieldValue[] }) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <dl className={styles.values}>
      {fields.map(({ label, value, isForeign = false, isAction = false }) => (
        <div key={label} className={styles.value}>
          <dt lang={isForeign ? 'en' : undefined} translate={isForeign ? 'no' : undefined}>
            {label}
          </dt>
          <dd>
            {isAction ? (
              <span>{value}</span>
            ) : (
              <code lang="en" translate="no">
                {value}
              </code>
            )}
            {!isAction && (
              <IconButton
                icon="copy"
                label={t('mqtt.copyNamed', { what: label })}
                onClick={() => copy(value)}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Lines for a file or a console, with a key that copies all of them. */
export function CodeBlock({ text }: { text: string }) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <div className={styles.block}>
      <pre className={styles.code} lang="en" translate="no">
        {text}
      </pre>
      <Button icon="copy" onClick={() => copy(text)}>
        {t('mqtt.copy')}
      </Button>
    </div>
  )
}
