import { type DeviceInfo, type DeviceState, kindOf, type LinkAction } from '@senca/contract'
import { safetySchema, sharedSafety } from '@senca/contract/automation'
import { type Actor, type DeviceGrant, grantedCapabilities } from '#features/rights/index.ts'

const ALL_CHANNELS = { light1: true, light2: true }

const FIELDS_OF_CHANNEL = {
  light1: ['light1Brightness', 'light1Dimmable'],
  light2: ['light2Brightness', 'light2Dimmable'],
} as const

const CHARGE_FIELDS: readonly (keyof DeviceState)[] = ['battery', 'batteryLow']

/** The actions by which a link shares a part of a door, and the fields of this part. */
const DOOR_PARTS: readonly { actions: readonly LinkAction[]; fields: readonly (keyof DeviceState)[] }[] = [
  {
    actions: ['unlock', 'lock'],
    fields: [
      'magnetLockConnected',
      'magnetLockLocked',
      'magnetLockState',
      'motorLockConnected',
      'motorLockLocked',
      'motorLockState',
      'lockMagneticSensorConnected',
      'lockMagneticSensorOpen',
      'magneticSensorConnected',
      'magneticSensorOpen',
    ],
  },
  { actions: ['magic_foil_apply'], fields: ['magicFoilConnected', 'magicFoilOpacity'] },
  {
    actions: ['light_apply'],
    fields: ['doorLightConnected', 'doorLightBrightness', 'handleLightConnected', 'handleLightBrightness'],
  },
]

/** Whether an actor sees the charge of batteries: guests do not replace them. */
const seesCharge = ({ kind }: Pick<Actor, 'kind'>): boolean => kind !== 'link'

/** The state without the parts of a door and the channels of a light that are not granted. */
export function sharedState(
  whole: DeviceState,
  { actions, channels }: DeviceGrant,
  actor: Pick<Actor, 'kind'>,
): DeviceState {
  const state = { ...whole }
  if (!seesCharge(actor)) for (const field of CHARGE_FIELDS) Reflect.deleteProperty(state, field)
  for (const part of DOOR_PARTS)
    if (actions !== null && !part.actions.some((action) => actions.includes(action)))
      for (const field of part.fields) Reflect.deleteProperty(state, field)
  if (channels === null) return state
  const hidden: ReadonlySet<string> = new Set([
    ...(channels.light1 ? [] : FIELDS_OF_CHANNEL.light1),
    ...(channels.light2 ? [] : FIELDS_OF_CHANNEL.light2),
  ])
  const { light1Brightness, light1Dimmable, light2Brightness, light2Dimmable, ...rest } = state
  const lights = { light1Brightness, light1Dimmable, light2Brightness, light2Dimmable }
  const shown = Object.entries(lights).filter(([field, value]) => value !== undefined && !hidden.has(field))
  return { ...rest, ...Object.fromEntries(shown) }
}

/** What holds a device, without the scenario; with the text of an alarm where its reader may have it [BR62]. */
function safetyFor(raw: unknown, mayReadAlarms: boolean) {
  const safety = safetySchema.parse(raw)
  const shared = sharedSafety(safety)
  const { text } = safety.reason
  return mayReadAlarms && text !== undefined ? { ...shared, reason: { ...shared.reason, text } } : shared
}

/** Texts of alarms are for the household, and for the apps on its own machines [BR62]. */
const readsAlarms = (actor: Actor): boolean =>
  actor.kind === 'bridge' && (actor.bridgeKind === 'script' || actor.bridgeKind === 'home-assistant')

/** The info of a device for a guest or an app: only what is granted, with those settings alone that its state is read by. */
export function sharedInfo(info: DeviceInfo, grant: DeviceGrant, actor: Actor): DeviceInfo {
  const {
    unlockBy: _,
    weatherAutomatic: _automatic,
    weatherAutomaticUntil: _until,
    sun: _sun,
    doorId: _door,
    settings,
    ...rest
  } = info
  const channels = grant.channels ?? ALL_CHANNELS
  const { light1Name, light2Name, inclinationType } = settings
  return {
    ...rest,
    can: grantedCapabilities(grant, info),
    settings: {
      ...(inclinationType === undefined ? {} : { inclinationType }),
      ...(light1Name !== undefined && channels.light1 ? { light1Name } : {}),
      ...(light2Name !== undefined && channels.light2 ? { light2Name } : {}),
    },
    favourite: null,
    ventilation: null,
    safety: info.safety == null ? null : safetyFor(info.safety, readsAlarms(actor)),
    ...(kindOf(info.devicetype).family === 'light' ? { deviceLinkSpecifier: channels } : {}),
    state: sharedState(info.state, grant, actor),
  }
}
