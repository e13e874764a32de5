import {
  type Capability,
  type DeviceInfo,
  type DeviceState,
  type GuestLink,
  kindOf,
  type Target,
} from '@senca/contract'
import type { LinkLimits } from '@senca/contract/links'
import type { Specifier } from './address.ts'

/** A device, or one channel of a light, as the link shares it. */
export interface SharedCard {
  /** Identifies the card. */
  key: string
  /** The device to show, without the parts that are not shared. */
  device: DeviceInfo
  /** The id to which commands are sent. */
  id: string
  specifier: Specifier | null
}

const FAMILIES = ['shade', 'door', 'light'] as const
export type Family = (typeof FAMILIES)[number]

/** The cards of a link by family, in the order of the link; families without cards are left out. */
export function groupsOf(
  link: GuestLink,
  devices: Readonly<Record<string, DeviceInfo>>,
  cardsOfDevice = cardsOf,
): { family: Family; cards: SharedCard[] }[] {
  const shared = link.devices.flatMap((id) => devices[id] ?? [])
  return FAMILIES.map((family) => ({
    family,
    cards: shared
      .filter(({ devicetype }) => kindOf(devicetype).family === family)
      .flatMap((device) => cardsOfDevice(link, device)),
  })).filter(({ cards }) => cards.length > 0)
}

const CHANNELS = [
  { specifier: 'light_1', shared: 'light1', level: 'light1Brightness', name: 'light1Name', number: 1 },
  { specifier: 'light_2', shared: 'light2', level: 'light2Brightness', name: 'light2Name', number: 2 },
] as const
type Channel = (typeof CHANNELS)[number]

/** The cards of a device: one, or for a light one for each channel that it has and that is shared. */
export function cardsOf(link: GuestLink, whole: DeviceInfo): SharedCard[] {
  const device = asShared(link, whole)
  const card = { key: device.id, device, id: device.id, specifier: null }
  if (kindOf(device.devicetype).family !== 'light') return [card]
  const shared = link.deviceSpecifiers[device.id] ?? device.deviceLinkSpecifier
  const channels = CHANNELS.filter(
    (channel) => device.state[channel.level] !== undefined && shared?.[channel.shared] !== false,
  )
  // A light that has not reported its channels yet is shown as one card.
  if (channels.length === 0) return [card]
  return channels.map((channel) => channelCard(device, channel, channels.length))
}

const OTHERS_OF = {
  light_1: ['setLight2', 'dimLight2'],
  light_2: ['setLight1', 'dimLight1'],
} as const satisfies Record<Specifier, readonly Capability[]>

function channelCard(device: DeviceInfo, channel: Channel, count: number): SharedCard {
  const others: readonly Capability[] = OTHERS_OF[channel.specifier]
  const named = device.settings[channel.name]
  const fallback = count === 1 ? device.name : `${device.name} ${channel.number}`
  const { light1Brightness: _1, light2Brightness: _2, ...state } = device.state
  return {
    key: `${device.id} ${channel.specifier}`,
    id: device.id,
    specifier: channel.specifier,
    device: {
      ...device,
      // Each card needs its own id for announcements.
      id: `${device.id} ${channel.specifier}`,
      name: named || fallback,
      can: device.can.filter((capability) => !others.includes(capability)),
      state: { ...state, [channel.level]: device.state[channel.level] },
    },
  }
}

const PARTS = [
  ['setFoil', 'magicFoilConnected'],
  ['setDoorLight', 'doorLightConnected'],
  ['setHandleLight', 'handleLightConnected'],
] as const satisfies readonly (readonly [Capability, keyof DeviceState])[]

/** Removes the parts of a door that are not shared. If the link is used up, the only remaining capability is stop. */
function asShared(link: GuestLink, device: DeviceInfo): DeviceInfo {
  const can =
    link.state === 'spent'
      ? device.can.filter((capability) => capability === 'stop')
      : withinReach(device, link.limits[device.id])
  if (kindOf(device.devicetype).family !== 'door') return { ...device, can }
  const kept = link.state === 'spent' ? device.can : can
  const hidden = PARTS.filter(([capability]) => !kept.includes(capability)).map(([, field]) => field)
  const state = { ...device.state, ...Object.fromEntries(hidden.map((field) => [field, false])) }
  return { ...device, can, state }
}

/**
 * If a link limits the range of a shade, open and close move to the limits. A button that would move the shade in the wrong
 * direction is not offered.
 */
function withinReach({ can, state }: DeviceInfo, limits: LinkLimits | undefined): Capability[] {
  if (limits === undefined || !can.includes('setPosition')) return can
  const { minPosition, maxPosition } = endsOf(limits)
  const { position } = state
  const isKnown = state.status === 'ready' && position !== null
  return [
    ...can.filter((capability) => capability !== 'open' && capability !== 'close'),
    ...(isKnown && position < minPosition + NEARLY ? [] : (['open'] as const)),
    ...(isKnown && position > maxPosition - NEARLY ? [] : (['close'] as const)),
  ]
}

/** Shades stop slightly off their target, so positions are compared with this tolerance. */
const NEARLY = 0.005

/** The range that a link allows for a shade, 0..1. */
export const endsOf = ({ minPosition = 0, maxPosition = 1 }: LinkLimits) => ({ minPosition, maxPosition })

/** Limits a move to the range that the link allows. */
export function withinLimits(target: Target, limits: LinkLimits | undefined): Target {
  if (target.position === undefined || limits === undefined) return target
  const { minPosition, maxPosition } = endsOf(limits)
  return { ...target, position: Math.min(maxPosition, Math.max(minPosition, target.position)) }
}

/** The remaining and the total number of uses of a link; null for any number. */
export function usesOf({
  multiUse,
  maxUses,
  uses,
}: Pick<GuestLink, 'multiUse' | 'maxUses' | 'uses'>): { left: number; all: number } | null {
  const all = multiUse ? maxUses : 1
  return all === null ? null : { left: Math.max(0, all - uses), all }
}

/** Whether a link can be used once, a certain number of times, or any number of times. */
export const usesKind = ({
  multiUse,
  maxUses,
}: Pick<GuestLink, 'multiUse' | 'maxUses'>): 'single' | 'multi' | 'unlimited' =>
  multiUse ? (maxUses === null ? 'unlimited' : 'multi') : 'single'

/** The share of a link's time that has passed, 0..1; times are in milliseconds since the epoch. */
export function shareGone(
  { startsAt, expiresAt }: Pick<GuestLink, 'startsAt' | 'expiresAt'>,
  now: number,
): number {
  const start = Date.parse(startsAt)
  const share = (now - start) / (Date.parse(expiresAt) - start)
  return Math.min(1, Math.max(0, share))
}
