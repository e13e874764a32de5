import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './weather.module.css'

/** A line for a shell, with a key that copies it. */
export function CopyLine({ line }: { line: string }) {
  const { t } = useTranslation()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line)
      showMessage('success', t('weather.copied'))
    } catch {
      // A page that came by plain HTTP has no clipboard, and a browser may refuse it.
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
