import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './bridges.module.css'

/** The settings of an MCP client, in the form that most of them read. The token is shown once and is not known here. */
const settingsOf = (url: string, token: string): string =>
  JSON.stringify(
    { mcpServers: { senca: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } } } },
    null,
    2,
  )

/** How a program that speaks MCP is connected to an agent. */
export function AgentGuide() {
  const { t } = useTranslation()
  const settings = settingsOf(new URL('/mcp', pageConfig.publicUrl).href, t('apps.agent.token'))
  const copy = async () => {
    if (await copyText(settings)) showMessage('success', t('mqtt.copied'))
    else showMessage('error', t('mqtt.notCopied'))
  }
  return (
    <section className={styles.guide}>
      <h2 className={styles.heading}>{t('apps.agent.title')}</h2>
      <p className={styles.means}>{t('apps.agent.text')}</p>
      <pre className={styles.code} translate="no">
        <code>{settings}</code>
      </pre>
      <Button icon="copy" onClick={copy}>
        {t('mqtt.copy')}
      </Button>
      <p className={styles.means}>{t('apps.agent.limits')}</p>
    </section>
  )
}
