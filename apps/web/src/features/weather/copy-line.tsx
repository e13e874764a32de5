import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './weather.module.css'

/** A shell command with a button that copies it. */
export function CopyLine({ line }: { line: string }) {
  const { t } = useTranslation()
  const copy = async () => {
    if (await copyText(line)) showMessage('success', t('weather.copied'))
    else showMessage('error', t('weather.notCopied'))
  }
  return (
    <>
      <pre className={styles.line}>{line}</pre>
      <Button icon="copy" onClick={copy}>
        {t('weather.copy')}
      </Button>
    </>
  )
}
