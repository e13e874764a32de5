import { type Capability, canUse } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { doorLightsOf, foilWordOf } from '#features/device-model/views/door-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { LastKnown } from '#features/device-parts/last-known.tsx'
import { SwitchRow } from '#features/device-parts/switch-row.tsx'
import styles from '#features/door/door-panel.module.css'
import type { SharedCard } from '#features/guest-link/link-view.ts'
import { useActions, useCommandView, useStale } from '#features/guest-link/use-guest.tsx'

/** The switch for the foil in the glass of a door: milky or clear. */
export function FoilTab({ card }: { card: SharedCard }) {
  const { t } = useTranslation()
  const { onToggleFoil } = useActions(card)
  const word = foilWordOf(card.device.state)
  return (
    <div className={styles.panel} data-old={isOld(card.device, useStale())}>
      <div>
        <p className={styles.word}>{t(`card.foilState.${word}`)}</p>
        <Age card={card} />
      </div>
      <div className={styles.foot}>
        <PartRow
          card={card}
          part="setFoil"
          label={t('guest.privacy')}
          isOn={card.device.state.magicFoilOpacity === 1}
          onChange={onToggleFoil}
        />
      </div>
    </div>
  )
}

/** The lights of a door, each with its switch. */
export function LightsTab({ card }: { card: SharedCard }) {
  const { t } = useTranslation()
  const { onToggleLight } = useActions(card)
  const { state } = card.device
  return (
    <div className={styles.panel} data-old={isOld(card.device, useStale())}>
      <Age card={card} />
      <div className={styles.foot}>
        {doorLightsOf(state).map(({ type, capability, level, name }) => (
          <PartRow
            key={type}
            card={card}
            part={capability}
            label={t(`card.${name}`)}
            isOn={level === 1}
            onChange={(isOn) => onToggleLight(type, isOn)}
          />
        ))}
      </div>
    </div>
  )
}

/** The age of a state that may be outdated, because the device is offline or the connection is lost. */
function Age({ card: { device } }: { card: SharedCard }) {
  const stale = useStale()
  if (!isOld(device, stale)) return null
  return (
    <p className={styles.line}>
      <LastKnown state={device.state} />
    </p>
  )
}

function PartRow(props: {
  card: SharedCard
  part: Extract<Capability, 'setFoil' | 'setDoorLight' | 'setHandleLight'>
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  const { card, part } = props
  const view = useCommandView(card, part)
  const { onRetry, onDismissError } = useActions(card)
  return (
    <>
      <CommandNote
        failure={card.device.connected ? view.error : null}
        isUnconfirmed={view.isUnconfirmed}
        onRetry={view.canRetry ? onRetry : null}
        onDismiss={onDismissError}
      />
      <SwitchRow
        label={props.label}
        checked={props.isOn}
        isWaiting={view.pending !== null}
        disabled={!canUse(card.device, part)}
        onChange={props.onChange}
      />
    </>
  )
}
