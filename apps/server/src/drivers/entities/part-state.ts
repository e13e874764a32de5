import { AXES, type Axis, type Capability, type DeviceType, kindOf } from '@senca/contract'
import type { EntityPart } from '@senca/contract/discovery'
import type { ReportedState } from '../driver.ts'
import type { CoverReading } from './cover-motion.ts'
import type { Entity, EntityState } from './entity.ts'

/** How an entity is translated to a device: its part, and the settings of the device. */
export interface PartRules {
  part: EntityPart
  type: DeviceType
  /** The hardware calls closed what is open. */
  motorInverted: boolean
  inclinationInverted: boolean
  foilOnIsClear: boolean
  /** Its connection is that of the device [HW35]. */
  isMain: boolean
}

type OfKind<K extends EntityState['kind']> = Extract<EntityState, { kind: K }>

const invertedIf = (isInverted: boolean, share: number | null): number | null =>
  isInverted && share !== null ? 1 - share : share

const OTHER_WAY = { opening: 'closing', closing: 'opening', none: 'none' } as const

/**
 * What a cover reports, in the direction and along the axes of its device. "Open" without a position is an assumed end [HW40]; while it
 * moves it is at neither end.
 */
export function coverReadingOf(
  { position, inclination, closed, moving, assumed }: OfKind<'cover'>,
  { type, motorInverted, inclinationInverted }: PartRules,
): CoverReading {
  const { axes } = kindOf(type)
  const ofAxis = (axis: Axis, share: number | null) => (axes.includes(axis) ? share : null)
  const end = closed === null || moving !== 'none' ? null : Number(closed)
  return {
    position: ofAxis('position', invertedIf(motorInverted, position ?? end)),
    inclination: ofAxis('inclination', invertedIf(inclinationInverted, inclination)),
    moving: motorInverted ? OTHER_WAY[moving] : moving,
    assumed: assumed || (axes.includes('position') && position === null && end === 0),
  }
}

/** The state of any part but a cover. A part that is away is unknown; of the main part its last state stays. */
export function partStateOf({ state, can }: Entity, rules: PartRules, isAway: boolean): ReportedState {
  if (state.kind === 'lock') return lockStateOf(state, can.includes('unlatch'), isAway)
  const on = isAway || !('on' in state) ? null : state.on
  const brightness = on === null || !('on' in state) ? null : on ? brightnessOf(state) : 0
  const isDimmable = can.includes('setBrightness')
  const isReady = { status: 'ready', ...(rules.isMain ? { assumed: state.assumed } : {}) } as const
  switch (rules.part) {
    case 'strike':
      return {
        ...isReady,
        magnetLockConnected: true,
        magnetLockState: on === true ? 'unlocked' : 'unknown',
        magnetLockLocked: on === true ? false : null,
      }
    case 'contact':
      return { ...isReady, magneticSensorConnected: true, magneticSensorOpen: on }
    case 'lockContact':
      return { ...isReady, lockMagneticSensorConnected: true, lockMagneticSensorOpen: on }
    case 'light1':
      return { ...isReady, light1Brightness: brightness, light1Dimmable: isDimmable }
    case 'light2':
      return { ...isReady, light2Brightness: brightness, light2Dimmable: isDimmable }
    case 'doorLight':
      return { ...isReady, doorLightConnected: true, doorLightBrightness: brightness }
    case 'handleLight':
      return { ...isReady, handleLightConnected: true, handleLightBrightness: brightness }
    case 'foil':
      return {
        ...isReady,
        magicFoilConnected: true,
        magicFoilOpacity: on === null ? null : Number(on !== rules.foilOnIsClear),
      }
    case 'cover':
    case 'lock':
      return isReady
  }
}

const brightnessOf = (state: EntityState): number =>
  'brightness' in state && state.brightness !== null ? state.brightness : 1

/** A lock is locked only when hardware said so: a word that is assumed or could not be read is none [HW33]. */
function lockStateOf(
  { lockState, assumed, unread }: OfKind<'lock'>,
  hasLatch: boolean,
  isAway: boolean,
): ReportedState {
  const word = isAway || assumed || unread !== null ? 'unknown' : lockState
  const motor = word === 'open' ? 'unlocked' : word === 'opening' ? 'unlocking' : word
  const isUnproven = motor === 'unknown' || motor === 'jammed'
  const magnet = word === 'open' ? 'unlocked' : word === 'opening' ? 'unlocking' : 'unknown'
  return {
    status: 'ready',
    motorLockConnected: true,
    motorLockState: motor,
    motorLockLocked: isUnproven ? null : motor === 'locked',
    ...(hasLatch
      ? {
          magnetLockConnected: true,
          magnetLockState: magnet,
          magnetLockLocked: magnet === 'unknown' ? null : false,
        }
      : {}),
  }
}

/** What a device can do by one of its entities. */
export function capabilitiesOfPart(
  { can }: Pick<Entity, 'can'>,
  { part, type }: Pick<PartRules, 'part' | 'type'>,
): Capability[] {
  const isDimmable = can.includes('setBrightness')
  switch (part) {
    case 'cover':
      return capabilitiesOfCover(can, type)
    case 'lock':
      return [
        ...(can.includes('unlock') ? (['unlockMotor'] as const) : []),
        ...(can.includes('lock') ? (['lockMotor'] as const) : []),
        ...(can.includes('unlatch') ? (['unlockMagnet'] as const) : []),
        'changeSettings',
      ]
    case 'strike':
      return ['unlockMagnet', 'changeSettings']
    case 'contact':
    case 'lockContact':
      return ['changeSettings']
    case 'light1':
      return ['setLight1', ...(isDimmable ? (['dimLight1'] as const) : []), 'changeSettings']
    case 'light2':
      return ['setLight2', ...(isDimmable ? (['dimLight2'] as const) : []), 'changeSettings']
    case 'doorLight':
      return ['setDoorLight', 'changeSettings']
    case 'handleLight':
      return ['setHandleLight', 'changeSettings']
    case 'foil':
      return ['setFoil', 'changeSettings']
  }
}

const SETTER = { position: 'setPosition', inclination: 'setTilt' } as const

function capabilitiesOfCover(can: Entity['can'], type: DeviceType): Capability[] {
  const axes = AXES.filter((axis) => kindOf(type).axes.includes(axis) && can.includes(SETTER[axis]))
  const isLifted = kindOf(type).axes.includes('position')
  const ends = (['open', 'close'] as const).filter((end) => !isLifted || can.includes(end))
  return [
    ...ends,
    ...(can.includes('stop') ? (['stop'] as const) : []),
    ...axes.map((axis) => SETTER[axis]),
    ...(axes.length > 1 ? (['setPositionAndTilt'] as const) : []),
    ...(axes.length > 0 ? (['moveToVentilation'] as const) : []),
    'changeSettings',
  ]
}
