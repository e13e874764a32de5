import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './weather.module.css'

/** A shell command with a button that copies it. */
export function CopyLine({ line }: { line: string }) {
  const { t } = useTranslation()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line)
      showMessage('success', t('weather.copied'))
    } catch {
      // A page that was loaded over plain HTTP has no clipboard, and a browser may refuse access.
      showMessage('error', t('weather.notCopied'))
    }
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
