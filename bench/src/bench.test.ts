import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFlags } from './flags.ts'
import { measureFanOut } from './measures/fan-out.ts'
import { type Floor, startFloor } from './measures/floor.ts'
import { measureIdleDevices } from './measures/idle-devices.ts'
import { measureDeviceStorm, measureSocketStorm } from './measures/reconnect-storm.ts'
import { measureRoundTrips } from './measures/roundtrip.ts'
import { type ProductWorld, startProductWorld } from './product/product.ts'
import { isBeaten, withSpread } from './table.ts'

const CLIENTS = 3
const VIEWERS = 2
const SECONDS = 0.5

let product: ProductWorld
let floor: Floor
beforeAll(async () => {
  ;[product, floor] = await Promise.all([startProductWorld(), startFloor()])
})
afterAll(() => Promise.all([product.stop(), floor.stop()]))

describe.each(['product', 'floor', 'floor over HTTP'] as const)('of the %s', (name) => {
  const world = () => (name === 'product' ? product : name === 'floor' ? floor : floor.overHttp)

  test('every command is followed by a state', async () => {
    const [home = []] = await world().addHomes(1, CLIENTS)
    const seats = home.map((deviceId) => ({ home, deviceId }))
    const { commands, lost, p99 } = await measureRoundTrips(world(), { seats, seconds: SECONDS })
    expect({ lost, isSome: commands >= CLIENTS, isTimed: p99 > 0 }).toEqual({
      lost: 0,
      isSome: true,
      isTimed: true,
    })
  })

  test('every update reaches every viewer, and the last one is the last one seen', async () => {
    const homes = await world().addHomes(2, 3)
    const fanOut = await measureFanOut(world(), {
      homes,
      viewersEach: VIEWERS,
      perSecond: 10,
      seconds: SECONDS,
    })
    const sent = homes.flat().length * 10 * SECONDS
    expect(fanOut).toMatchObject({ delivered: sent * VIEWERS, missing: 0, wrongAtEnd: 0 })
  })
})

test('idle devices are all let in, and stay', async () => {
  const before = (await product.devices.inspect()).length
  const { connected, refused } = await measureIdleDevices(product, { count: 10, settleMs: 200 })
  expect({ connected, refused }).toEqual({ connected: before + 10, refused: 0 })
})

test('a client that is dropped comes back and knows the last states', async () => {
  const homes = await product.addHomes(2, 2)
  const pages = await measureSocketStorm(product, homes, { sockets: 6, seconds: 1 })
  const devices = await measureDeviceStorm(product, homes)
  expect(pages).toMatchObject({ sockets: 6, lost: 0, wrong: 0 })
  expect(devices).toMatchObject({ sockets: 4, lost: 0, wrong: 0 })
})

describe('the flags', () => {
  test('name parts and sizes', () => {
    const { only, rounds, clients } = readFlags(['--only', 'roundtrip,start', '--rounds', '5'])
    expect({ only, rounds, clients }).toEqual({ only: ['roundtrip', 'start'], rounds: 5, clients: 50 })
  })

  test.each([[['--only', 'tea']], [['--rounds', 'many']], [['--cups', '2']]])('refuse %j', (args) => {
    expect(() => readFlags(args)).toThrow()
  })
})

test.each([
  [1.95, { atMost: 1.95 }, true],
  [1.96, { atMost: 1.95 }, false],
  [0.44, { atLeast: 0.44 }, true],
  [0.43, { atLeast: 0.44 }, false],
])('a ratio of %d against %j', (ratio, mark, beaten) => expect(isBeaten(ratio, mark)).toBe(beaten))

test('a figure shows its median and its spread', () => {
  expect(withSpread([3, 1, 250])).toBe('3.00 (1.00–250)')
  expect(withSpread([12.34])).toBe('12.3')
})
