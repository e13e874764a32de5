import { LIMITS, type Target } from '@senca/contract'
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { blockReasonOf } from '#features/device-model/views/control-view.ts'
import { isMaintained } from '#features/device-model/views/describe-device.ts'
import { freshnessOf } from '#features/device-model/views/scene-of.ts'
import { type ShadeDevice, spokenShare } from '#features/device-model/views/shade-view.ts'
import { areaAround, positionAt, stepBy } from '#features/device-parts/drag.ts'
import { OfflinePlate } from '#features/device-parts/offline-plate.tsx'
import { useStageFrame } from '#features/device-parts/use-stage-frame.ts'
import { TRAVEL } from '#light/paint/glide.ts'
import { RoomCanvas } from '#light/room/room-canvas.tsx'
import type { RoomFrame } from '#light/room/room-frame.ts'
import { isShut } from '#light/room/room-scene.ts'
import { SkyVideo } from '#light/sky/sky-video.tsx'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { isWithin } from '#ui/controls/drag.ts'
import { spoken } from '#ui/controls/spoken.ts'
import { useDrag } from '#ui/controls/use-drag.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { DraftBadge } from './draft-badge.tsx'
import { type DraftStore, dropGhost, ghostOf, placeGhost, tapped } from './draft-store.ts'
import { goalText } from './goal-text.ts'
import { Ruler } from './ruler.tsx'
import { SendKey } from './send-key.tsx'
import { shadeRoomOf } from './shade-room.ts'
import styles from './shade-stage.module.css'
import { useTap } from './use-tap.ts'

type StageProps = {
  device: ShadeDevice
  stale: boolean
  goal: Target | null
  draft: DraftStore
  /** Whether the shade itself can be dragged, and not only turned with its dial. */
  isPositioned: boolean
  /** The text over the top of the wall. */
  head: ReactNode
  slider: RefObject<HTMLDivElement | null>
  onPosition: (position: number) => void
  /** A tap placed a ghost; nothing was sent. */
  onPlace: () => void
  onStop: () => void
  /** What lies over the floor. */
  children: ReactNode
}

/** The room of a shade: its light, the ruler beside it, and the surface to drag it. */
export function ShadeStage(props: StageProps) {
  const { device, isPositioned } = props
  const stage = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const layout = useStageFrame(device.devicetype, stage, head)
  return (
    <div
      className={styles.stage}
      data-outdoors={device.devicetype === 'pergola'}
      data-freshness={freshnessOf(device, props.stale)}
    >
      <div ref={head} className={styles.head}>
        {props.head}
      </div>
      <div ref={stage} className={styles.wall} data-device-room="">
        {layout !== null && (
          <>
            <DraftedRoom {...props} top={layout.top} />
            {isPositioned && <Scale {...props} frame={layout.frame} />}
            {isPositioned && <GhostKey {...props} />}
            <Plate {...props} frame={layout.frame} />
          </>
        )}
      </div>
      {props.children}
    </div>
  )
}

/** The only component that renders during a drag; the canvas paints the changes itself. */
function DraftedRoom({ device, stale, goal, draft, top }: StageProps & { top: number }) {
  const held = useStore(draft)
  const isHeld = held.position !== null || held.inclination !== null
  const scene = shadeRoomOf(device, stale, goal, held)
  const { kind, view } = scene
  // A sky that is not visible, or a state that may be outdated, is not animated.
  const still = stale || (isShut(scene) && !scene.isBusy)
  const sky = useMemo(
    () => <SkyVideo view={view} outlook={kind === 'pergola' ? 'open' : 'window'} still={still} />,
    [kind, view, still],
  )
  return <RoomCanvas scene={scene} glide={isHeld ? null : TRAVEL} sky={sky} top={top} />
}

/** Distances in CSS pixels: between the window and its ruler, and the width for the numbers on the ruler. */
const RULER_GAP = { narrow: 22, wide: 40 }
const RULER_WIDTH = 52

function Scale(props: StageProps & { frame: RoomFrame }) {
  const { device, goal, frame } = props
  const { hole, pane } = frame
  const gap =
    hole.x + hole.w + RULER_GAP.wide + RULER_WIDTH * 2 < frame.size.width ? RULER_GAP.wide : RULER_GAP.narrow
  const rulerX = hole.x + hole.w + gap
  const { state } = device
  return (
    <>
      <div className={styles.place} style={{ left: rulerX, top: pane.y }}>
        <Ruler
          height={pane.h}
          reach={rulerX - pane.x}
          reported={state.position}
          isAssumed={state.assumed}
          target={goal?.position ?? null}
        />
      </div>
      <DragSurface {...props} right={rulerX + RULER_WIDTH} />
      <div className={styles.place} style={{ left: rulerX + 4, top: pane.y }}>
        <DraftBadge draft={props.draft} height={pane.h} />
      </div>
    </>
  )
}

/** An invisible slider that covers the window and the ruler. Only its focus ring is visible. */
function DragSurface(props: StageProps & { frame: RoomFrame; right: number }) {
  const { device, goal, draft, frame } = props
  const { t } = useTranslation()
  const describe = useId()
  const held = useStore(draft, ({ position }) => position)
  const ghost = useStore(draft, ghostOf)
  /** The position of the ghost when the pointer was pressed. */
  const lastGhost = useRef<number | null>(null)
  const { isTap, tapHandlers } = useTap(() => {
    lastGhost.current = ghostOf(draft.getState())
  })
  const blockReason = blockReasonOf(device, 'position')
  const { position } = device.state
  const { isBlocked, attributes } = useCommandKey({})
  const handlers = useDrag({
    isPossible: blockReason === null && !isBlocked,
    placeOf({ clientX, clientY, currentTarget, pointerType }) {
      const under = currentTarget.getBoundingClientRect()
      return {
        value: positionAt(clientY, under),
        isInside: isWithin(clientX, clientY, under, pointerType === 'touch'),
      }
    },
    stepBy: (key, drafted) =>
      stepBy(
        key,
        drafted ?? ghostOf(draft.getState()) ?? goal?.position ?? position ?? LIMITS.SLIDER_UNKNOWN_START,
      ),
    onDraft: (value) => draft.setState({ position: value, isPlaced: false }),
    onCommit(value) {
      const met = isTap() ? tapped(lastGhost.current, value) : value
      if (met !== null) return props.onPosition(met)
      placeGhost(draft, value)
      props.onPlace()
    },
    onPress: () => {
      if (isBlocked) return
      if (ghost === null) props.onStop()
      else props.onPosition(ghost)
    },
  })
  const target = goal?.position
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent meanwhile is newer than the ghost
  useEffect(() => () => dropGhost(draft), [draft, target, blockReason])
  const shown = held ?? position
  const area = areaAround({
    left: frame.hole.x,
    width: props.right - frame.hole.x,
    top: frame.pane.y,
    height: frame.pane.h,
  })
  return (
    <>
      <div
        ref={props.slider}
        className={styles.surface}
        style={area}
        data-panel-of={device.id}
        role="slider"
        tabIndex={0}
        aria-label={t('card.position', { name: device.name })}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((shown ?? LIMITS.SLIDER_UNKNOWN_START) * 100)}
        aria-valuetext={spoken(
          held === null ? goalText(device, 'position', goal, t) : spokenShare(device, 'position', held, t),
        )}
        aria-disabled={blockReason !== null || isBlocked}
        aria-describedby={attributes['aria-describedby'] ?? describe}
        data-held={held !== null}
        onContextMenu={(event) => event.preventDefault()}
        onKeyUp={({ key }) => key === 'Escape' && dropGhost(draft)}
        {...tapHandlers}
        {...handlers}
      />
      <VisuallyHidden>
        <span id={describe}>
          {blockReason === null ? t('control.hint') : t(`control.hindrance.${blockReason}`)}
        </span>
      </VisuallyHidden>
    </>
  )
}

/** The button that sends the shade to the ghost. */
function GhostKey(props: StageProps) {
  const ghost = useStore(props.draft, ghostOf)
  return ghost !== null && <SendKey {...props} ghost={ghost} />
}

/** Says over the window why the shade cannot be moved now. */
function Plate({ device, frame }: { device: ShadeDevice; frame: RoomFrame }) {
  const { t } = useTranslation()
  const { status } = device.state
  const middle = { left: frame.glass.x + frame.glass.w / 2, top: frame.glass.y + frame.glass.h / 2 }
  if (!device.connected || status === 'offline') {
    return (
      <div className={styles.plate} style={middle}>
        <OfflinePlate {...device} />
      </div>
    )
  }
  if (!isMaintained(status)) return null
  return (
    <div className={styles.plate} style={middle}>
      <Spinner />
      <strong className={styles.plateTitle}>{t(`card.status.${status}`)}</strong>
      <span className={styles.plateText}>{t(`control.hindrance.${status}`)}</span>
    </div>
  )
}
