import { type Capability, canUse } from '@senca/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LastKnown } from '#features/devices/card/last-known.tsx'
import { isOld } from '#features/devices/card/scene-of.ts'
import { partValue } from '#features/devices/command-lifecycle.ts'
import { CommandNote } from '#features/devices/door/command-note.tsx'
import styles from '#features/devices/door/door-panel.module.css'
import { SwitchRow } from '#features/devices/door/switch-row.tsx'
import type { LentCard } from '../link/link-view.ts'
import { useActions, useCommandView, useStale } from '../link/use-guest.tsx'

/** The foil in the glass of a door: milky or clear. */
export function FoilTab({ card }: { card: LentCard }) {
  const { t } = useTranslation()
  const { onToggleFoil } = useActions(card)
  const opacity = partValue(card.device.state, 'setFoil')
  const word = opacity === null ? 'unknown' : opacity > 0 ? 'milky' : 'clear'
  return (
    <div className={styles.panel} data-old={isOld(card.device, useStale())}>
      <div>
        <p className={styles.part}>{t('guest.tab.foil')}</p>
        <p className={styles.word}>{t(`card.foilState.${word}`)}</p>
        <Age card={card} />
      </div>
      <div className={styles.foot}>
        <PartRow
          card={card}
          part="setFoil"
          label={t('guest.privacy')}
          isOn={opacity === 1}
          onChange={onToggleFoil}
        />
      </div>
    </div>
  )
}

const LIGHTS = [
  { type: 'door', part: 'setDoorLight', connected: 'doorLightConnected', name: 'doorLight' },
  { type: 'handle', part: 'setHandleLight', connected: 'handleLightConnected', name: 'handleLight' },
] as const

/** The lights of a door, each with its switch. */
export function LightsTab({ card }: { card: LentCard }) {
  const { t } = useTranslation()
  const { onToggleLight } = useActions(card)
  const { state } = card.device
  return (
    <div className={styles.panel} data-old={isOld(card.device, useStale())}>
      <div>
        <p className={styles.part}>{t('guest.tab.lights')}</p>
        <Age card={card} />
      </div>
      <div className={styles.foot}>
        {LIGHTS.filter(({ connected }) => state[connected] === true).map(({ type, part, name }) => (
          <PartRow
            key={type}
            card={card}
            part={part}
            label={t(`card.${name}`)}
            isOn={partValue(state, part) === 1}
            onChange={(isOn) => onToggleLight(type, isOn)}
          />
        ))}
      </div>
    </div>
  )
}

/** How old a state is that may no longer be so: of a device that is away, or while the connection is lost. */
function Age({ card: { device } }: { card: LentCard }) {
  const stale = useStale()
  if (!isOld(device, stale)) return null
  return (
    <p className={styles.line}>
      <LastKnown reportedAt={device.state.reportedAt} />
    </p>
  )
}

function PartRow(props: {
  card: LentCard
  part: Extract<Capability, 'setFoil' | 'setDoorLight' | 'setHandleLight'>
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  const { card, part } = props
  const lanes = useMemo(() => [part], [part])
  const view = useCommandView(card, lanes)
  const { onRetry, onDismissError } = useActions(card)
  return (
    <>
      <CommandNote
        failure={card.device.connected ? view.error : null}
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
