import { LIMITS } from '@senca/contract'
import { SETUP_NETWORK, wifiQrText } from '@senca/contract/setup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#ui/forms/field.tsx'
import { QrCode } from '#ui/layout/qr-code.tsx'
import styles from './setup-steps.module.css'

const PREFIX = LIMITS.DEVICE_NETWORK_PREFIX
const LENGTH = PREFIX.length + LIMITS.DEVICE_NETWORK_SUFFIX_LENGTH
const EXAMPLE = `${PREFIX}K7M2PQ`

/** Normalizes a typed network name to the form on the label. */
const networkOf = (typed: string): string => {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return plain.startsWith(PREFIX) || plain === '' ? plain : `${PREFIX}${plain}`
}

/** The Wi-Fi network that a device opens: a field for its name on the label, and a QR code with which a phone joins it. */
export function SetupNetwork() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const network = networkOf(typed)
  const isWhole = SETUP_NETWORK.test(network)
  const isWrong = !isWhole && network.length >= LENGTH
  return (
    <>
      <p>{t('setup.join.text', { prefix: PREFIX })}</p>
      <Field
        label={t('setup.join.label')}
        name="setup-network"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        value={typed}
        hint={t('setup.join.hint', { example: EXAMPLE })}
        error={isWrong ? t('setup.join.invalid', { prefix: PREFIX }) : null}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isWhole && (
        <div className={styles.scan}>
          <QrCode text={wifiQrText(network)} label={t('setup.join.qr', { network })} />
          <p>{t('setup.join.scan', { network })}</p>
        </div>
      )}
    </>
  )
}
