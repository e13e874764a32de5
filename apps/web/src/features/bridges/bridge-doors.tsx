import { type DeviceInfo, kindOf } from '@senca/contract'
import { type Bridge, type BridgeUnlockMode, mayHavePin } from '@senca/contract/bridges'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { PinDialog } from '#features/device-parts/pin-dialog.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import styles from './bridges.module.css'
import { bridgesApi } from './bridges.ts'

/** A mode that was chosen and is not saved yet; with the PIN once that is known. */
interface Chosen {
  door: DeviceInfo
  mode: BridgeUnlockMode
  pin: string | null
}

/** The password that the server asks for before a mode is saved. */
export interface WantedUnlockProof {
  title: string
  text: string
  onCancel: () => void
  /** Saves the mode; throws refusals. */
  onProved: (password: string) => Promise<void>
}

/** A lock with a PIN and one without are not the same device to the apps of a Matter bridge. */
const isNewThere = ({ kind, unlocks }: Bridge, { door, mode }: Chosen): boolean =>
  kind === 'matter' && (unlocks[door.id] === 'pin') !== (mode === 'pin')

const MODES = ['off', 'ask', 'pin'] as const satisfies readonly BridgeUnlockMode[]

/** The doors of a connected app, each with how its unlocking is checked. `proofFor` renders the password dialog. */
export function BridgeDoors(props: {
  bridge: Bridge
  devices: readonly DeviceInfo[]
  proofFor: (wanted: WantedUnlockProof) => ReactNode
}) {
  const { t } = useTranslation()
  const { bridge } = props
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const close = () => setChosen(null)
  const doors = props.devices.filter(
    ({ id, devicetype }) =>
      kindOf(devicetype).family === 'door' && bridge.grants[id]?.permissions.includes('command') === true,
  )
  // At a broker that the person runs, everybody who may read there would read the PIN.
  const hasPins = mayHavePin(bridge.kind) && bridge.options?.broker !== 'joined'
  const modes = MODES.filter((mode) => mode !== 'pin' || hasPins)
  return (
    <section>
      <h2 className={styles.heading}>{t('apps.doors.title')}</h2>
      <p className={styles.note}>{t(doors.length === 0 ? 'apps.doors.none' : 'apps.doors.intro')}</p>
      <ul className={styles.rows}>
        {doors.map((door) => {
          const mode = bridge.unlocks[door.id] ?? 'off'
          return (
            <li key={door.id} className={styles.door}>
              <h3 className={styles.name}>{door.name}</h3>
              <ChoiceChips
                label={t('apps.doors.unlocking', { name: door.name })}
                value={mode}
                options={modes.map((value) => ({ value, label: t(`apps.doors.mode.${value}`) }))}
                onChange={(wanted) => setChosen({ door, mode: wanted, pin: null })}
              />
              <p className={styles.means}>{t(`apps.doors.means.${mode}`)}</p>
              {mode === 'pin' && (
                <Button onClick={() => setChosen({ door, mode, pin: null })}>{t('apps.doors.newPin')}</Button>
              )}
            </li>
          )
        })}
      </ul>
      {chosen !== null && chosen.mode === 'pin' && chosen.pin === null && (
        <NewPin
          title={t('apps.doors.pinTitle', { name: bridge.name, door: chosen.door.name })}
          onCancel={close}
          onPin={(pin) => setChosen({ ...chosen, pin })}
        />
      )}
      {chosen !== null &&
        (chosen.mode !== 'pin' || chosen.pin !== null) &&
        props.proofFor({
          title: t(`apps.doors.${chosen.mode}Title`, { name: bridge.name, door: chosen.door.name }),
          text: [
            t(`apps.doors.means.${chosen.mode}`),
            ...(isNewThere(bridge, chosen) ? [t('apps.doors.newThere')] : []),
          ].join(' '),
          onCancel: close,
          async onProved(password) {
            const { door, mode, pin } = chosen
            await bridgesApi.unlock(bridge, {
              token: door.id,
              mode,
              password,
              ...(pin === null ? {} : { pin }),
            })
            close()
            showMessage('success', t('apps.doors.saved'))
          },
        })}
    </section>
  )
}

/** A new PIN, typed twice. */
function NewPin(props: { title: string; onCancel: () => void; onPin: (pin: string) => void }) {
  const { t } = useTranslation()
  const [first, setFirst] = useState<string | null>(null)
  const [mismatches, setMismatches] = useState(0)
  const take = (pin: string) => {
    if (first === null) setFirst(pin)
    else if (first === pin) props.onPin(pin)
    else {
      setFirst(null)
      setMismatches(mismatches + 1)
    }
  }
  return (
    <PinDialog
      key={`${first === null} ${mismatches}`}
      title={props.title}
      text={t(first === null ? 'apps.doors.pinText' : 'apps.doors.repeat')}
      confirmLabel={t('apps.doors.next')}
      error={first === null && mismatches > 0 ? t('apps.doors.mismatch') : null}
      refusals={mismatches}
      onCancel={props.onCancel}
      onPin={take}
    />
  )
}
