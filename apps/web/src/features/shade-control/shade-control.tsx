import { offersStop, type Target } from '@senca/contract'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandStatus } from '#features/device-model/commands/command-status.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import {
  axisOf,
  type ControlView,
  goalOf,
  moveOf,
  viewsOf,
} from '#features/device-model/views/control-view.ts'
import { describeDevice } from '#features/device-model/views/describe-device.ts'
import { freshnessOf } from '#features/device-model/views/scene-of.ts'
import type { ShadeDevice } from '#features/device-model/views/shade-view.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { ControlMenu } from './control-menu.tsx'
import { ControlPanel } from './control-panel.tsx'
import { createDraftStore, dropGhost } from './draft-store.ts'
import { FailureNotice } from './failure-notice.tsx'
import styles from './shade-control.module.css'
import { ShadeStage } from './shade-stage.tsx'
import { TurnDial } from './turn-dial.tsx'
import { ViewToggle } from './view-toggle.tsx'

export type ShadeControlProps = {
  device: ShadeDevice
  /** The connection is lost, so the values may be outdated. */
  stale: boolean
  /** The newest command and its progress; null when there is nothing to show. */
  command: CommandStatus | null
  view: ControlView
  /** The line with back, name and settings. */
  head: ReactNode
  /** What stands in the panel above the menu, where there is room. */
  more?: ReactNode
  onView: (view: ControlView) => void
  /** Axes are 0..1, as in the device state. */
  onMove: (target: Target) => void
  onOpen: () => void
  onClose: () => void
  onStop: () => void
  onVentilate: () => void
  /** Null if no position is saved and the person cannot save one. */
  onFavourite: (() => void) | null
  onRetry: () => void
  onDismissError: () => void
}

/**
 * The control of a shade: its room, its numbers and its menu. It only displays the device and calls back; it does not use the
 * network.
 */
export function ShadeControl(props: ShadeControlProps) {
  const { device, stale, command, onMove } = props
  const { t } = useTranslation()
  const [draft] = useState(createDraftStore)
  const slider = useRef<HTMLDivElement>(null)
  const [defaultView, ...others] = viewsOf(device)
  const view = others.includes(props.view) ? props.view : defaultView
  const axis = axisOf(view)
  const goal = goalOf(device, wishedOf(command))
  const isOffline = freshnessOf(device, stale) === 'offline'
  const { isBlocked } = useCommandKey({})
  const stop = () => {
    if (!isBlocked && mayCommand(device) && offersStop(device)) props.onStop()
  }
  useAnnouncement(device.id, useStatusAnnouncement(props, goal))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the one key is a shortcut for the stop key within
    <div
      className={styles.control}
      onKeyDown={(event) => {
        if (isStopKey(event)) stop()
      }}
    >
      <ShadeStage
        device={device}
        stale={stale}
        goal={goal}
        draft={draft}
        isPositioned={axis === 'position'}
        head={props.head}
        slider={slider}
        onPosition={(value) => {
          dropGhost(draft)
          onMove(moveOf(device, 'position', value, goal))
        }}
        onPlace={props.onDismissError}
        onStop={stop}
      >
        <FailureNotice command={command} onRetry={props.onRetry} onDismiss={props.onDismissError} />
      </ShadeStage>
      <ControlPanel
        device={device}
        stale={stale}
        axis={axis}
        goal={goal}
        command={command}
        draft={draft}
        toggle={
          others.length > 0 && !isOffline ? (
            <ViewToggle
              view={view}
              onView={props.onView}
              words={{
                label: t('control.view.label'),
                position: t('control.view.position'),
                tilt: t('control.view.tilt'),
              }}
            />
          ) : null
        }
        dial={
          axis === 'inclination' ? (
            <TurnDial
              device={device}
              goal={goal}
              draft={draft}
              onTurn={(value) => onMove(moveOf(device, 'inclination', value, goal))}
            />
          ) : null
        }
        menu={
          isOffline || !mayCommand(device) ? null : (
            <ControlMenu
              device={device}
              onOpen={props.onOpen}
              onClose={props.onClose}
              onVentilate={props.onVentilate}
              onFavourite={props.onFavourite}
            />
          )
        }
        more={props.more}
        onStop={stop}
        onStopGone={() => slider.current?.focus({ preventScroll: true })}
      />
    </div>
  )
}

/** The target of the command in flight; null if there is none. */
function wishedOf(command: CommandStatus | null): Target | null {
  if (command === null || command.phase === 'failed' || command.phase === 'done') return null
  return command.intent.kind === 'move' || command.intent.kind === 'ventilation'
    ? command.intent.target
    : null
}

const isStopKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 's' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat

/** The text that is announced: the movement of the shade or its state. Failures are announced by their notice. */
function useStatusAnnouncement({ device, stale, command }: ShadeControlProps, goal: Target | null): string {
  const { t } = useTranslation()
  const { spoken, tone } = describeDevice(device, { pending: goal && { target: goal }, stale }, t)
  const isDone = command?.phase === 'done' && (tone === 'resting' || tone === 'stale')
  return t('card.announce', {
    name: device.name,
    state: isDone ? `${command.words}. ${spoken}` : spoken,
  })
}
