import type { Bridge } from '@senca/contract/bridges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import bridgeStyles from './bridges.module.css'
import styles from './matter-bridge.module.css'
import { RenewDialog, TokenDialog } from './token-dialog.tsx'

const commandFor = (origin: string): string => `npm run bridge -- --server ${origin}`

/** How the program is started that runs a Matter bridge in the home, where the server is elsewhere. */
export function MatterProgram({ bridge }: { bridge: Bridge }) {
  const { t } = useTranslation()
  const [isRenewing, setRenewing] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const command = commandFor(new URL(pageConfig.publicUrl ?? window.location.href).origin)
  const copy = async () => {
    if (await copyText(command)) showMessage('success', t('mqtt.copied'))
    else showMessage('error', t('mqtt.notCopied'))
  }
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('apps.matter.program.title')}</h2>
      <p className={styles.note}>{t('apps.matter.program.text')}</p>
      <ol className={styles.steps}>
        <li>{t('apps.matter.program.install')}</li>
        <li>
          {t('apps.matter.program.run')}
          <pre className={bridgeStyles.code} translate="no">
            <code>{command}</code>
          </pre>
        </li>
        <li>{t('apps.matter.program.enter')}</li>
      </ol>
      <div className={bridgeStyles.keys}>
        <Button icon="copy" onClick={copy}>
          {t('apps.matter.program.copy')}
        </Button>
        <Button icon="again" onClick={() => setRenewing(true)}>
          {t('apps.renew')}
        </Button>
      </div>
      {isRenewing && (
        <RenewDialog
          bridge={bridge}
          onCancel={() => setRenewing(false)}
          onMade={(secret) => {
            setRenewing(false)
            setToken(typeof secret === 'string' ? secret : null)
          }}
        />
      )}
      {token !== null && <TokenDialog name={bridge.name} token={token} onClose={() => setToken(null)} />}
    </section>
  )
}
