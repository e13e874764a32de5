import { type DeviceInfo, isOnFacade, kindOf, LIMITS, type Room } from '@senca/contract'
import { WALL_ASPECT } from '#light/facade/elevation.ts'
import { type Facade, within } from './arrangement.ts'

type Placeable = Pick<DeviceInfo, 'id' | 'devicetype'>

/** The part of the wall, from above and from below, in which there are floors. */
const TOP = 0.08
const FOOT = 0.07
/** The sides of a window and of a door as shares of its floor, and how many times as high as wide they are. */
const WINDOW = { height: 0.6, from: 0.2, slim: 1.5 }
const DOOR = { height: 0.86, slim: 1.95 }
const PERGOLA = { height: 0.9, slim: 1.25 }
/** A window leaves this share of its bay to the wall. */
const FILL = 0.62

/** Doors and pergolas stand on the ground. */
const stands = ({ devicetype }: Placeable): boolean =>
  kindOf(devicetype).family === 'door' || devicetype === 'pergola'

/** The shades and doors of a home in the order of its rooms, then those without a room. */
function byRooms(devices: readonly Placeable[], rooms: readonly Room[]): Placeable[] {
  const order = new Map(rooms.flatMap((room) => room.devices).map((id, index) => [id, index]))
  const placeOf = ({ id }: Placeable): number => order.get(id) ?? Number.MAX_SAFE_INTEGER
  return devices
    .filter(({ devicetype }) => isOnFacade(devicetype))
    .map((device, index) => ({ device, index }))
    .sort((one, other) => placeOf(one.device) - placeOf(other.device) || one.index - other.index)
    .map(({ device }) => device)
    .slice(0, LIMITS.FACADE_DEVICES)
}

/** The widest distance of two windows of a floor with few of them, in bays. */
const WIDEST_STEP = 1.8

/** Where the windows of a floor are, in bays from the left: at equal distances, and as far apart as those of the fullest floor. */
function baysOf(count: number, bays: number): number[] {
  const step = count > 1 ? Math.min((bays - 1) / (count - 1), WIDEST_STEP) : 0
  const first = (bays - 1 - step * (count - 1)) / 2
  return Array.from({ length: count }, (_, index) => first + index * step)
}

/** The devices of a floor from left to right: those that stand are in the middle. */
function inMiddle(devices: readonly Placeable[]): Placeable[] {
  const standing = devices.filter(stands)
  const windows = devices.filter((device) => !stands(device))
  const half = Math.ceil(windows.length / 2)
  return [...windows.slice(0, half), ...standing, ...windows.slice(half)]
}

/** Divides devices into floors of nearly the same number, the ground first, which has all that stands. */
function floorsOf(devices: readonly Placeable[], count: number): Placeable[][] {
  const ordered = [...devices.filter(stands), ...devices.filter((device) => !stands(device))]
  const floors: Placeable[][] = []
  for (let floor = 0, from = 0; floor < count; floor += 1) {
    const share = Math.ceil((ordered.length - from) / (count - floor))
    const size = floor === 0 ? Math.max(share, devices.filter(stands).length) : share
    floors.push(ordered.slice(from, from + size))
    from += size
  }
  return floors.filter((floor) => floor.length > 0)
}

/**
 * A first arrangement: a house whose windows stand in rows and columns, room after room from the ground up, with its doors in the
 * middle of the ground floor.
 */
export function proposedFacade(devices: readonly Placeable[], rooms: readonly Room[]): Facade {
  const ordered = byRooms(devices, rooms)
  if (ordered.length === 0) return []
  const floors = floorsOf(ordered, Math.max(1, Math.round(Math.sqrt(ordered.length / 3))))
  const bays = Math.max(...floors.map((floor) => floor.length))
  const high = (1 - TOP - FOOT) / floors.length
  return floors.flatMap((floor, level) => {
    const columns = baysOf(floor.length, bays)
    const top = 1 - FOOT - (level + 1) * high
    return inMiddle(floor).map(({ id, devicetype }, index) => {
      const middle = 0.02 + (0.96 * ((columns[index] ?? 0) + 0.5)) / bays
      const shape = kindOf(devicetype).family === 'door' ? DOOR : devicetype === 'pergola' ? PERGOLA : WINDOW
      const bay = (0.96 / bays) * FILL * (devicetype === 'pergola' ? 1.4 : 1)
      const w = Math.min(bay, (high * shape.height) / shape.slim / WALL_ASPECT)
      const h = Math.min(high * shape.height, w * WALL_ASPECT * shape.slim * 1.25)
      const y = shape === WINDOW ? top + high * WINDOW.from + (high * WINDOW.height - h) / 2 : 1 - h
      return within({ device: id, x: middle - w / 2, y, w, h })
    })
  })
}

/** Where a device from the tray goes when no place was pointed at: as large as the others, in the middle of the wall. */
export function freePlace(device: Placeable, facade: Facade) {
  const alike = facade[0] ?? { w: 0.1, h: 0.3 }
  const isStanding = stands(device)
  const [w, h] = [alike.w, alike.h]
  const steps = Array.from({ length: 9 }, (_, step) => 0.02 + (step * (0.96 - w)) / 8)
  const y = isStanding ? 1 - h : 0.5 - h / 2
  const isFree = (x: number): boolean =>
    facade.every(
      (other) => x + w <= other.x || other.x + other.w <= x || y + h <= other.y || other.y + other.h <= y,
    )
  return within({ device: device.id, x: steps.find(isFree) ?? 0.5 - w / 2, y, w, h })
}
