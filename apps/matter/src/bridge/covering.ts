import { type DeviceInfo, type DeviceType, kindOf, LIMITS, type Target } from '@senca/contract'

/** Positions of Matter are hundredths of a per cent, 0 open and 10000 closed, as in Senca. */
export const WHOLE = 10_000

/** The numbers of `OperationalStatus`. */
export const STOPPED = 0
export const OPENING = 1
export const CLOSING = 2
export type Motion = typeof STOPPED | typeof OPENING | typeof CLOSING

/** Which axis of a shade is lift and which is tilt. What moves along one axis only has that as lift [BR23]. */
export interface CoveringShape {
  lift: 'position' | 'inclination'
  hasTilt: boolean
  /** The hardware goes to its ends only [BR28]. */
  isBinary: boolean
  type: number
  endProductType: number
}

/** The numbers of `Type` and `EndProductType`, by type of shade. */
const PRODUCTS = {
  roller_shutter: [2, 17],
  venetian_blind: [8, 13],
  textile_screen: [2, 18],
  awning: [5, 19],
  insect_screen: [0, 0],
  falcon: [2, 255],
  pergola: [6, 255],
} as const satisfies Partial<Record<DeviceType, readonly [number, number]>>
type CoveringType = keyof typeof PRODUCTS

const isCovering = (type: DeviceType): type is CoveringType => Object.hasOwn(PRODUCTS, type)

/** How a device is shown as a window covering; null if it is none. */
export function coveringShapeOf({
  devicetype,
  can,
}: Pick<DeviceInfo, 'devicetype' | 'can'>): CoveringShape | null {
  if (!isCovering(devicetype)) return null
  const { mainAxis } = kindOf(devicetype)
  const [type, endProductType] = PRODUCTS[devicetype]
  const lift = mainAxis ?? 'position'
  return {
    lift,
    hasTilt: devicetype === 'venetian_blind',
    isBinary: !can.includes(lift === 'position' ? 'setPosition' : 'setTilt'),
    type,
    endProductType,
  }
}

/** What was asked by a bridge, as shares of the way by Matter's axes. */
export interface Asked {
  lift?: number
  tilt?: number
}

export interface CoveringView {
  shape: CoveringShape
  state: DeviceInfo['state']
  isConnected: boolean
  /** The device may not be moved freely: by the weather, an alarm or its own hardware. */
  isHeld: boolean
  isCommandable: boolean
  isThirdParty: boolean
  /** Asked a moment ago, and not seen in a report yet; null if nothing is. */
  pending: Asked | null
  /** Where a bridge last sent it and where it came to rest. */
  reached: Asked
  fault: CoveringFault | null
  /** It has not reported for so long that it counts as at rest, whatever its last report was [BR24]. */
  isSilent: boolean
}

export interface CoveringAttributes {
  operationalStatus: { global: Motion; lift: Motion; tilt: Motion }
  targetLift: number | null
  currentLift: number | null
  targetTilt: number | null
  currentTilt: number | null
  safety: SafetyStatus
}

export interface SafetyStatus {
  remoteLockout: boolean
  failedCommunication: boolean
  positionFailure: boolean
  protection: boolean
  obstacleDetected: boolean
  motorJammed: boolean
}

/** What the hardware was stopped by. */
export type CoveringFault = 'obstructed' | 'jammed'

const MOVING: readonly string[] = ['opening', 'closing', 'moving']

const toWhole = (share: number): number => Math.round(share * WHOLE)

export const toleranceOf = ({ isThirdParty }: Pick<CoveringView, 'isThirdParty'>): number =>
  isThirdParty ? LIMITS.THIRD_PARTY_TOLERANCE : LIMITS.TARGET_TOLERANCE

/** A share at rest: an end, or the place that was asked for, if it is as near as its hardware comes [BR22]. */
function settled(share: number, asked: number | undefined, tolerance: number): number {
  const isNear = (place: number) => Math.abs(share - place) <= tolerance + Number.EPSILON
  if (asked !== undefined && isNear(asked)) return asked
  return [0, 1].find(isNear) ?? share
}

interface AxisView {
  current: number | null
  /** Where it goes, as a share; absent for an end that nobody named. */
  target: number | undefined
  motion: Motion
  asked: number | undefined
}

interface AxisAttributes {
  motion: Motion
  current: number | null
  target: number | null
}

const endOf = (motion: Motion): number => (motion === OPENING ? 0 : 1)

/** The attributes of one axis. In motion the target lies ahead of the current position; at rest it is the same. */
function axisOf({ current, target, motion, asked }: AxisView, view: CoveringView): AxisAttributes {
  const { isBinary } = view.shape
  if (motion === STOPPED) {
    const place =
      current === null
        ? null
        : isBinary
          ? toWhole(current < 0.5 ? 0 : 1)
          : toWhole(settled(current, asked, toleranceOf(view)))
    return { motion, current: place, target: place }
  }
  const end = endOf(motion)
  const shown = current === null ? null : isBinary ? 1 - end : current
  const isAhead =
    target !== undefined && (shown === null || (motion === OPENING ? target < shown : target > shown))
  // At the very end of its way it is not shown as moving, although the motor still runs.
  if (shown === end) return { motion: STOPPED, current: toWhole(end), target: toWhole(end) }
  return { motion, current: shown === null ? null : toWhole(shown), target: toWhole(isAhead ? target : end) }
}

const directionTo = (target: number, current: number | null): Motion =>
  current === null || target === current ? STOPPED : target < current ? OPENING : CLOSING

/** What one axis does: what was asked a moment ago, what the device says, or nothing. */
function motionOf(
  axis: 'position' | 'inclination',
  { state, pending, isSilent, shape }: CoveringView,
): Pick<AxisView, 'motion' | 'target'> {
  const { status, target } = state
  const current = state[axis]
  const wished = pending?.[axis === shape.lift ? 'lift' : 'tilt']
  const rest = { motion: STOPPED, target: undefined } as const
  if (wished !== undefined) return { motion: directionTo(wished, current), target: wished }
  if (!MOVING.includes(status) || isSilent) return rest
  const named = target?.[axis] ?? undefined
  // A move that names the other axis alone does not move this one, except for the first part of a move of both.
  if (named === undefined && target !== undefined && target !== null && hasAxis(target)) return rest
  if (named === undefined && axis !== shape.lift) return rest
  const said = status === 'opening' ? OPENING : status === 'closing' ? CLOSING : null
  if (named !== undefined && current !== null && Math.abs(named - current) <= Number.EPSILON) return rest
  // Of a shade with two axes, the word of its status is that of its first one.
  if (said !== null && axis === shape.lift) return { motion: said, target: named }
  return named === undefined ? rest : { motion: directionTo(named, current), target: named }
}

const hasAxis = ({ position, inclination }: Target): boolean =>
  position !== undefined || inclination !== undefined

/** All attributes of a window covering that change. They always agree with each other [BR24]. */
export function coveringAttributes(view: CoveringView): CoveringAttributes {
  const { shape, state, reached } = view
  const lift = axisOf(
    { current: state[shape.lift], asked: reached.lift, ...motionOf(shape.lift, view) },
    view,
  )
  const tilt = shape.hasTilt
    ? axisOf({ current: state.inclination, asked: reached.tilt, ...motionOf('inclination', view) }, view)
    : { motion: STOPPED as Motion, current: null, target: null }
  return {
    operationalStatus: {
      global: lift.motion === STOPPED ? tilt.motion : lift.motion,
      lift: lift.motion,
      tilt: tilt.motion,
    },
    currentLift: lift.current,
    targetLift: lift.target,
    currentTilt: tilt.current,
    targetTilt: tilt.target,
    safety: {
      remoteLockout: !view.isCommandable,
      failedCommunication: !view.isConnected,
      positionFailure: lift.current === null,
      protection: view.isHeld,
      obstacleDetected: view.fault === 'obstructed',
      motorJammed: view.fault === 'jammed',
    },
  }
}

/** The percentage of a position, as Matter derives it. */
export const percentageOf = (hundredths: number | null): number | null =>
  hundredths === null ? null : Math.floor(hundredths / 100)

export const isMoving = ({ operationalStatus }: CoveringAttributes): boolean =>
  operationalStatus.global !== STOPPED
