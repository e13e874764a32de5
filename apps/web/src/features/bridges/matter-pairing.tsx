import { type BridgePairing, PAIRING_MS } from '@senca/contract/bridge-matter'
import type { Bridge } from '@senca/contract/bridges'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { QrCode } from '#ui/layout/qr-code.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import styles from './matter-bridge.module.css'
import {
  ECOSYSTEM_KEYS,
  ECOSYSTEM_NAMES,
  type Ecosystem,
  matterBridgeApi,
  pairingQuery,
} from './matter-bridge.ts'

/** How long a bridge is open. The clock of the page ticks once a minute. */
const OPEN_MINUTES = PAIRING_MS / 60_000

/** As codes are printed on devices: 4, 3 and 4 digits. */
const grouped = (code: string): string => code.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1-$2-$3')

/** Opens a Matter bridge for the app of another maker, with its codes and what to do there. */
export function MatterPairing({ bridge }: { bridge: Bridge }) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<BridgePairing | null>(null)
  const [ecosystem, setEcosystem] = useState<Ecosystem>(bridge.options?.alexa === true ? 'alexa' : 'apple')
  const { data: progress } = useQuery(pairingQuery(bridge.id))
  const open = useServerCall({ send: () => matterBridgeApi.pair(bridge.id), onDone: setCodes })
  const now = useMinute().getTime()
  const minutes =
    codes === null ? 0 : Math.min(OPEN_MINUTES, Math.ceil((Date.parse(codes.expiresAt) - now) / 60_000))
  const isOpen = codes !== null && minutes > 0 && progress?.status === 'open'
  const isDone = codes !== null && progress?.status === 'done'
  const hasFailed = codes !== null && !isOpen && !isDone
  const apps = ECOSYSTEM_KEYS.filter((key) => key !== 'alexa' || bridge.options?.alexa === true)
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('apps.matter.pair.title')}</h2>
      <ChoiceChips
        label={t('apps.matter.pair.app')}
        value={ecosystem}
        options={apps.map((value) => ({ value, label: ECOSYSTEM_NAMES[value] }))}
        onChange={setEcosystem}
      />
      <p className={styles.note}>{t(`apps.matter.needs.${ecosystem}`)}</p>
      {isOpen && codes !== null && (
        <div className={styles.codes}>
          <QrCode text={codes.qrCode} label={t('apps.matter.pair.qr')} />
          <p className={styles.code} translate="no">
            {grouped(codes.manualCode)}
          </p>
          <CopyButton text={codes.manualCode} />
        </div>
      )}
      <ol className={styles.steps}>
        <li>{t(isOpen ? 'apps.matter.pair.opened' : 'apps.matter.pair.first', { minutes })}</li>
        <li>{t(`apps.matter.how.${ecosystem}`)}</li>
        <li>{t('apps.matter.pair.anyway')}</li>
      </ol>
      <p className={styles.state} data-on={isDone ? 'true' : hasFailed ? 'bad' : 'false'} role="status">
        {isDone && <Icon name="check" />}
        {isDone && t('apps.matter.pair.done')}
        {hasFailed && <Icon name="alert" />}
        {hasFailed && t('apps.matter.pair.failed')}
      </p>
      {!isOpen && (
        <div>
          <Button variant="primary" loading={open.isSending} onClick={() => open.send()}>
            {t(codes === null ? 'apps.matter.pair.open' : 'apps.matter.pair.again')}
          </Button>
        </div>
      )}
      <p className={styles.note}>{t('apps.matter.pair.refusedBy')}</p>
    </section>
  )
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation()
  const copy = async () => {
    if (await copyText(text)) showMessage('success', t('mqtt.copied'))
    else showMessage('error', t('mqtt.notCopied'))
  }
  return (
    <Button icon="copy" onClick={copy}>
      {t('apps.matter.pair.copy')}
    </Button>
  )
}
