import type { BridgeClient } from '@senca/contract/bridges'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import formStyles from '#features/sharing-model/form.module.css'
import { Button } from '#ui/controls/button.tsx'
import styles from './bridges.module.css'
import { ClientFacts } from './client-facts.tsx'
import consentStyles from './consent.module.css'

/** The settings of an MCP client, in the form that most of them read. The token is shown once and is not known here. */
const settingsOf = (url: string, token: string): string =>
  JSON.stringify(
    { mcpServers: { senca: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } } } },
    null,
    2,
  )

const addressOf = () => new URL('/mcp', pageConfig.publicUrl).href

/** Whether programs can be sent here to be let in: codes cross the network, so it needs https, except on this machine. */
const isAddressEnough = (): boolean =>
  /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(addressOf())

async function copy(text: string, words: { copied: string; notCopied: string }): Promise<void> {
  if (await copyText(text)) showMessage('success', words.copied)
  else showMessage('error', words.notCopied)
}

/** The address that is enough for programs that can ask for consent. */
export function AgentAddress() {
  const { t } = useTranslation()
  if (!isAddressEnough()) return null
  const words = { copied: t('mqtt.copied'), notCopied: t('mqtt.notCopied') }
  return (
    <section className={consentStyles.guide}>
      <h2 className={formStyles.heading}>{t('apps.agent.address')}</h2>
      <p className={styles.means}>{t('apps.agent.addressText')}</p>
      <pre className={styles.code} translate="no">
        <code>{addressOf()}</code>
      </pre>
      <Button icon="copy" onClick={() => copy(addressOf(), words)}>
        {t('mqtt.copy')}
      </Button>
      <p className={styles.means}>{t('apps.agent.orToken')}</p>
    </section>
  )
}

/** The program that was let in as this app. */
export function AgentClient({ client }: { client: BridgeClient }) {
  const { t } = useTranslation()
  return (
    <section className={consentStyles.guide}>
      <h2 className={styles.heading}>{t('apps.consent.program')}</h2>
      <ClientFacts client={client} />
      <p className={styles.means}>{t('apps.agent.limits')}</p>
    </section>
  )
}

/** How a program that speaks MCP is connected to an agent. */
export function AgentGuide() {
  const { t } = useTranslation()
  const settings = settingsOf(addressOf(), t('apps.agent.token'))
  const words = { copied: t('mqtt.copied'), notCopied: t('mqtt.notCopied') }
  return (
    <section className={styles.guide}>
      <h2 className={styles.heading}>{t('apps.agent.title')}</h2>
      <p className={styles.means}>{t('apps.agent.text')}</p>
      <pre className={styles.code} translate="no">
        <code>{settings}</code>
      </pre>
      <Button icon="copy" onClick={() => copy(settings, words)}>
        {t('mqtt.copy')}
      </Button>
      <p className={styles.means}>{t('apps.agent.limits')}</p>
    </section>
  )
}
