import {
  type Axis,
  canClose,
  canOpen,
  canStop,
  type DeviceInfo,
  endTarget,
  kindOf,
  type Target,
} from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceName } from '#features/device-model/device-paths.ts'
import { useCommandView, useDeviceActions } from '#features/device-model/live-device.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { mainAxisOf, shareText, VERB_ICONS, verbTo } from '#features/device-model/views/shade-view.ts'
import { Figure } from '#features/device-parts/figure.tsx'
import { Button } from '#ui/controls/button.tsx'
import { AXIS_CONTROLS } from './axis-controls.tsx'
import { PlacePicture } from './place-picture.tsx'
import styles from './places.module.css'
import { type Draft, isSamePlace, moved, shownPlace } from './saved-place.ts'

/**
 * Edits the position that a shade stores: in the picture, as a number, by dragging or by moving the shade. Open and Close move
 * the device, and the picture follows it. If the device cannot be moved now, they only change the draft.
 */
export function PlaceEditor({
  device,
  name,
  draft,
  onDraft,
}: {
  device: DeviceInfo
  name: PlaceName
  draft: Draft
  onDraft: (draft: Draft) => void
}) {
  const { t } = useTranslation()
  const actions = useDeviceActions(device)
  const { error } = useCommandView(device.id)
  const [held, setHeld] = useState<Target | null>(null)
  const place = shownPlace(device, draft)
  const shown = held === null ? place : moved(place, device, held)
  const main = mainAxisOf(device)
  const [opens, closes] = [verbTo(device, 'open'), verbTo(device, 'closed')]

  const hold = (axis: Axis) => (share: number | null) => setHeld(share === null ? null : { [axis]: share })
  const release = (axis: Axis) => (share: number) => {
    actions.onDismissError()
    onDraft(moved(place, device, { [axis]: share }))
  }
  const goTo = (end: 0 | 1) => {
    if (end === 0 ? !canOpen(device) : !canClose(device)) {
      onDraft(moved(place, device, endTarget(device.can, end)))
      return
    }
    onDraft(null)
    if (end === 0) actions.onOpen()
    else actions.onClose()
  }

  return (
    <div className={styles.editor}>
      <div className={styles.stage}>
        <PlacePicture
          device={device}
          place={shown}
          isHeld={held !== null}
          onHold={hold(main)}
          onRelease={release(main)}
        />
        {mayCommand(device) && canStop(device) && (
          <div className={styles.stop}>
            <Button variant="primary" icon="stop" isCommand="stop" onClick={actions.onStop}>
              {t('savedPlace.stop')}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.panel}>
        <h2 className={styles.name}>{device.name}</h2>
        <Figures device={device} name={name} place={shown} isByHand={held !== null || draft !== null} />
        <div className={styles.keys}>
          <Button icon={VERB_ICONS[opens]} isCommand onClick={() => goTo(0)}>
            {t(`savedPlace.${opens}`)}
          </Button>
          <Button icon={VERB_ICONS[closes]} isCommand onClick={() => goTo(1)}>
            {t(`savedPlace.${closes}`)}
          </Button>
        </div>
        {error !== null && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        {kindOf(device.devicetype).axes.map((axis) => {
          const Control = AXIS_CONTROLS[axis]
          return (
            <Control
              key={axis}
              device={device}
              place={place}
              held={held}
              onHold={hold(axis)}
              onRelease={release(axis)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** The position as numbers, and where it comes from. */
function Figures(props: { device: DeviceInfo; name: PlaceName; place: Target | null; isByHand: boolean }) {
  const { t } = useTranslation()
  const { device, place } = props
  const main = mainAxisOf(device)
  if (place === null) return <p className={styles.unknown}>{t('savedPlace.unknown')}</p>
  const isKept = isSamePlace(device, place, device[props.name])
  const source = isKept ? 'kept' : props.isByHand ? 'byHand' : 'following'
  return (
    <div className={styles.figures}>
      <p className={styles.numeral}>
        <Figure
          device={device}
          axis={main}
          share={place[main] ?? null}
          // Only an assumed position of the device is marked. A chosen or saved position is certain.
          isAssumed={!props.isByHand && device.state.assumed}
        />
      </p>
      {device.devicetype === 'venetian_blind' && (
        <p className={styles.angle}>{shareText(device, 'inclination', place.inclination ?? null, t)}</p>
      )}
      <p className={styles.source}>{t(`savedPlace.${source}`)}</p>
    </div>
  )
}
