import type { SetupStarted } from '@senca/contract/setup'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordInput } from '#features/account-model/password-input.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from '../setup-steps.module.css'
import { connectImprov, IMPROV_SERVICE, type Improv, ImprovFailure, type ImprovReason } from './improv.ts'
import type { Bluetooth } from './web-bluetooth.ts'

type Stage =
  | { name: 'start' | 'connecting' | 'button' }
  | { name: 'network'; networks: string[] }
  | { name: 'joining' | 'joined'; ssid: string }
  | { name: 'failed'; reason: 'unsupported' | 'lost' }

/**
 * Sends the Wi-Fi and the set-up code to the device over Bluetooth, if the browser supports it. The person then does not have to
 * change networks.
 */
export default function BluetoothSetup(props: { bluetooth: Bluetooth; started: SetupStarted }) {
  const { bluetooth, started } = props
  const { t } = useTranslation()
  const [stage, setStage] = useState<Stage>({ name: 'start' })
  const [refused, setRefused] = useState<string | null>(null)
  const [isAvailable, setAvailable] = useState(false)
  const improv = useRef<Improv>(undefined)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    bluetooth.getAvailability().then(setAvailable, () => {})
    return () => {
      isLeft.current = true
      improv.current?.close()
    }
  }, [bluetooth])

  const fail = (error: unknown) => {
    improv.current?.close()
    const reason: ImprovReason = error instanceof ImprovFailure ? error.reason : 'lost'
    setStage({ name: 'failed', reason: reason === 'unsupported' ? 'unsupported' : 'lost' })
  }

  const find = async () => {
    const device = await bluetooth
      .requestDevice({ filters: [{ services: [IMPROV_SERVICE] }] })
      .catch(() => null)
    // The person chose no device, or chose it after leaving the page.
    if (device === null || isLeft.current) return
    setStage({ name: 'connecting' })
    try {
      const connected = await connectImprov(device)
      if (isLeft.current) return connected.close()
      improv.current = connected
      if (connected.needsButton()) {
        setStage({ name: 'button' })
        await connected.pressed()
      }
      setStage({ name: 'network', networks: await connected.networks() })
    } catch (error) {
      fail(error)
    }
  }

  const join = async (networks: string[], ssid: string, password: string) => {
    setStage({ name: 'joining', ssid })
    setRefused(null)
    try {
      await improv.current?.hand(started)
      await improv.current?.join({ ssid, password })
      improv.current?.close()
      setStage({ name: 'joined', ssid })
    } catch (error) {
      if (!(error instanceof ImprovFailure) || error.reason !== 'refused') return fail(error)
      setRefused(ssid)
      setStage({ name: 'network', networks })
    }
  }

  if (!isAvailable) return null
  return (
    <section className={styles.bluetooth}>
      <h2 className={styles.title}>{t('setup.bluetooth.title')}</h2>
      {(stage.name === 'start' || stage.name === 'connecting') && (
        <>
          <p>{t('setup.bluetooth.text')}</p>
          <Button loading={stage.name === 'connecting'} onClick={find}>
            {t('setup.bluetooth.find')}
          </Button>
        </>
      )}
      {stage.name === 'button' && <Waiting text={t('setup.bluetooth.button')} />}
      {stage.name === 'network' && (
        <NetworkForm
          networks={stage.networks}
          refused={refused}
          onJoin={(ssid, password) => join(stage.networks, ssid, password)}
        />
      )}
      {stage.name === 'joining' && <Waiting text={t('setup.bluetooth.joining', { network: stage.ssid })} />}
      {stage.name === 'joined' && <Waiting text={t('setup.bluetooth.joined', { network: stage.ssid })} />}
      {stage.name === 'failed' && (
        <>
          <p role="alert">{t(`setup.bluetooth.failed.${stage.reason}`)}</p>
          <Button onClick={find}>{t('setup.bluetooth.find')}</Button>
        </>
      )}
    </section>
  )
}

const Waiting = ({ text }: { text: string }) => (
  <p className={styles.waiting} role="status">
    <Spinner />
    <span>{text}</span>
  </p>
)

function NetworkForm(props: {
  networks: readonly string[]
  refused: string | null
  onJoin: (ssid: string, password: string) => void
}) {
  const { t } = useTranslation()
  const list = useId()
  const [ssid, setSsid] = useState(props.refused ?? props.networks[0] ?? '')
  const [password, setPassword] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (ssid !== '') props.onJoin(ssid, password)
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <Field
        label={t('setup.bluetooth.network')}
        name="wifi-network"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        required
        list={list}
        value={ssid}
        onChange={(event) => setSsid(event.target.value)}
      />
      <datalist id={list}>
        {props.networks.map((network) => (
          <option key={network} value={network} />
        ))}
      </datalist>
      <PasswordInput
        label={t('setup.bluetooth.password')}
        name="wifi-password"
        autoComplete="off"
        maxLength={64}
        value={password}
        error={
          props.refused === null ? null : t('setup.bluetooth.failed.refused', { network: props.refused })
        }
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary">
        {t('setup.bluetooth.connect')}
      </Button>
    </form>
  )
}
