import { type Axis, type DeviceInfo, offersStop, type Target } from '@senca/contract'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { pageNow } from '#core/clock.ts'
import type { CommandStatus } from '#features/device-model/commands/command-status.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { blockReasonOf } from '#features/device-model/views/control-view.ts'
import { describeDevice, isMaintained } from '#features/device-model/views/describe-device.ts'
import { freshnessOf, hasReported, isOld } from '#features/device-model/views/scene-of.ts'
import { mainAxisOf } from '#features/device-model/views/shade-view.ts'
import { Figure } from '#features/device-parts/figure.tsx'
import { AgeFirst, LastKnown } from '#features/device-parts/last-known.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { LazyTimeLeft } from '#features/device-parts/travel-time/lazy-time-left.tsx'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { shortMoment } from '#i18n/moments.ts'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './control-panel.module.css'
import type { DraftStore } from './draft-store.ts'
import { ThreeValues } from './three-values.tsx'

type PanelProps = {
  device: DeviceInfo
  stale: boolean
  axis: Axis
  goal: Target | null
  command: CommandStatus | null
  draft: DraftStore
  /** For a blind, the button that switches between the views. */
  toggle: ReactNode
  dial: ReactNode
  menu: ReactNode
  more?: ReactNode
  onStop: () => void
  /** The stop button disappeared while it had the focus, so the focus must be moved. */
  onStopGone: () => void
}

/** The numbers of a shade, its movement as text, and the stop button. */
export function ControlPanel(props: PanelProps) {
  const { device, axis } = props
  const isHeld = useStore(props.draft, (draft) => draft[axis] !== null)
  const isPlaced = useStore(props.draft, (draft) => draft.isPlaced)
  return (
    <section
      className={styles.panel}
      data-panel-of={device.id}
      data-dial={props.dial !== null}
      data-toggle={props.toggle !== null}
      data-freshness={freshnessOf(device, props.stale)}
    >
      <div className={styles.state}>
        <div className={styles.report}>
          {props.toggle}
          {isHeld && props.dial === null ? <ThreeValues {...props} /> : <OneValue {...props} />}
        </div>
        {props.dial !== null && <div className={styles.dial}>{props.dial}</div>}
        {(!isHeld || isPlaced) && mayCommand(device) && offersStop(device) && (
          <StopButton onStop={props.onStop} onGone={props.onStopGone} />
        )}
      </div>
      {props.more !== undefined && <div className={styles.more}>{props.more}</div>}
      {props.menu}
    </section>
  )
}

function OneValue(props: PanelProps) {
  const { t } = useTranslation()
  const { device } = props
  const blockReason = blockReasonOf(device, props.axis)
  return (
    <>
      {hasReported(device) && (
        <p className={styles.colossal}>
          {isOld(device, props.stale) && <AgeFirst state={device.state} />}
          <HeldFigure {...props} />
        </p>
      )}
      <p className={styles.words}>
        {freshnessOf(device, props.stale) === 'offline' && hasReported(device) ? (
          <span className={styles.time}>
            <LastKnown state={device.state} isReadBefore />
          </span>
        ) : (
          <Doing {...props} />
        )}
      </p>
      {device.state.assumed && device.state[props.axis] !== null && (
        <p className={styles.time}>{t('control.assumed')}</p>
      )}
      {blockReason !== null && blockReason !== 'offline' && (
        <p className={styles.time}>{t(`control.hindrance.${blockReason}`)}</p>
      )}
    </>
  )
}

/** Beside a dial the large number shows the dragged value during a drag. */
function HeldFigure({ device, axis, draft }: PanelProps) {
  const held = useStore(draft, (values) => values[axis])
  const isAssumed = held === null && device.state.assumed
  const share = held ?? device.state[axis]
  return <Figure device={device} axis={axis} share={share} isAssumed={isAssumed} isCounted />
}

/** The current movement, otherwise the state and since when it is known. */
function Doing({ device, stale, axis, goal, command }: PanelProps) {
  const { t } = useTranslation()
  const { motion, caption } = describeDevice(device, { pending: goal && { target: goal }, stale, axis }, t)
  const { reportedAt, status } = device.state
  if (motion !== null) {
    return (
      <Busy>
        <span>{`${motion} `}</span>
        {!isMaintained(status) && (
          <LazyTimeLeft device={device} target={goal?.[mainAxisOf(device)] ?? null} />
        )}
      </Busy>
    )
  }
  if (command?.phase === 'pending' || command?.phase === 'acknowledged' || command?.phase === 'moving') {
    return (
      <Busy>
        <span>{command.words}</span>
      </Busy>
    )
  }
  if (command?.phase === 'done') {
    return (
      <span className={styles.doing}>
        <Icon name="check" size={18} />
        <span>{command.words}</span>
      </span>
    )
  }
  if (!hasReported(device)) return <span className={styles.never}>{caption}</span>
  const isTiltUnknown = axis === 'inclination' && device.state.inclination === null
  const words = axis === mainAxisOf(device) ? caption : t('control.view.tilt')
  const state = isTiltUnknown ? t('control.tiltUnknown') : words
  const time = shortMoment(new Date(reportedAt ?? 0), pageNow(), formatTag(currentLanguage()))
  return (
    <>
      {state !== '' && <span className={styles.word}>{state}</span>}
      {reportedAt !== null && (
        <span className={styles.time}>
          {stale && <StaleMark />}
          {stale ? (
            <LastKnown state={device.state} isReadBefore />
          ) : (
            <span>{t('control.updated', { time })}</span>
          )}
        </span>
      )}
    </>
  )
}

const Busy = ({ children }: { children: ReactNode }) => (
  <span className={styles.doing}>
    <Spinner />
    {children}
  </span>
)

function StopButton({ onStop, onGone }: { onStop: () => void; onGone: () => void }) {
  const { t } = useTranslation()
  const key = useRef<HTMLButtonElement>(null)
  const { isIdle, attributes } = useCommandKey({ isCommand: 'stop' })
  const gone = useRef(onGone)
  gone.current = onGone
  useLayoutEffect(() => {
    const element = key.current
    return () => {
      if (element !== null && element === document.activeElement) gone.current()
    }
  }, [])
  return (
    <button
      {...attributes}
      ref={key}
      type="button"
      className={styles.stop}
      aria-keyshortcuts="S"
      onClick={isIdle ? undefined : onStop}
    >
      <Icon name="stop" size={30} />
      <span>{t('control.stop')}</span>
    </button>
  )
}
