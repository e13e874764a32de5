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

/** A device, or one channel of a light, as the link lends it. */
export interface LentCard {
  /** Tells cards apart. */
  key: string
  /** As it is shown: what is not lent is left out. */
  device: DeviceInfo
  /** By which it is commanded. */
  id: string
  specifier: Specifier | null
}

export const FAMILIES = ['shade', 'door', 'light'] as const
export type Family = (typeof FAMILIES)[number]

/** The cards of a link by family, families without one left out, in the order of the link. */
export function groupsOf(
  link: GuestLink,
  devices: Readonly<Record<string, DeviceInfo>>,
  cardsOfDevice = cardsOf,
): { family: Family; cards: LentCard[] }[] {
  const lent = link.devices.flatMap((id) => devices[id] ?? [])
  return FAMILIES.map((family) => ({
    family,
    cards: lent
      .filter(({ devicetype }) => kindOf(devicetype).family === family)
      .flatMap((device) => cardsOfDevice(link, device)),
  })).filter(({ cards }) => cards.length > 0)
}

const CHANNELS = [
  { specifier: 'light_1', lent: 'light1', level: 'light1Brightness', name: 'light1Name', number: 1 },
  { specifier: 'light_2', lent: 'light2', level: 'light2Brightness', name: 'light2Name', number: 2 },
] as const
type Channel = (typeof CHANNELS)[number]

/** One card, and of a light one for each channel that it has and that is lent. */
export function cardsOf(link: GuestLink, whole: DeviceInfo): LentCard[] {
  const device = asLent(link, whole)
  const card = { key: device.id, device, id: device.id, specifier: null }
  if (kindOf(device.devicetype).family !== 'light') return [card]
  const lent = link.deviceSpecifiers[device.id] ?? device.deviceLinkSpecifier
  const channels = CHANNELS.filter(
    (channel) => device.state[channel.level] !== undefined && lent?.[channel.lent] !== false,
  )
  // One that has not yet said what it has is shown nevertheless.
  if (channels.length === 0) return [card]
  return channels.map((channel) => channelCard(device, channel, channels.length))
}

const OTHERS_OF = {
  light_1: ['setLight2', 'dimLight2'],
  light_2: ['setLight1', 'dimLight1'],
} as const satisfies Record<Specifier, readonly Capability[]>

function channelCard(device: DeviceInfo, channel: Channel, count: number): LentCard {
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
      // Each card is announced for itself.
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

/** Parts of a door that are not lent are left out; of a link that is spent nothing can be asked but to stop. */
function asLent(link: GuestLink, device: DeviceInfo): DeviceInfo {
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

/** Where a link keeps a shade from its ends, open and close lead as far as it lets them, and neither is offered where it would lead back. */
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

/** Shades stop about where they were sent. */
const NEARLY = 0.005

/** How far a link lets a shade go, 0..1. */
export const endsOf = ({ minPosition = 0, maxPosition = 1 }: LinkLimits) => ({ minPosition, maxPosition })

/** A move held to how far the link lets a shade go. */
export function withinLimits(target: Target, limits: LinkLimits | undefined): Target {
  if (target.position === undefined || limits === undefined) return target
  const { minPosition, maxPosition } = endsOf(limits)
  return { ...target, position: Math.min(maxPosition, Math.max(minPosition, target.position)) }
}

/** How often a link can still be used, and how often in all; null for any number. */
export function usesOf({
  multiUse,
  maxUses,
  uses,
}: Pick<GuestLink, 'multiUse' | 'maxUses' | 'uses'>): { left: number; all: number } | null {
  const all = multiUse ? maxUses : 1
  return all === null ? null : { left: Math.max(0, all - uses), all }
}

/** Whether a link is for one use, for a set number of them, or for any number. */
export const usesKind = ({
  multiUse,
  maxUses,
}: Pick<GuestLink, 'multiUse' | 'maxUses'>): 'single' | 'multi' | 'unlimited' =>
  multiUse ? (maxUses === null ? 'unlimited' : 'multi') : 'single'

/** How much of a link's time is over, 0..1; times in milliseconds since the epoch. */
export function shareGone(
  { startsAt, expiresAt }: Pick<GuestLink, 'startsAt' | 'expiresAt'>,
  now: number,
): number {
  const start = Date.parse(startsAt)
  const share = (now - start) / (Date.parse(expiresAt) - start)
  return Math.min(1, Math.max(0, share))
}
