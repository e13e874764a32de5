import { expect, it } from 'vitest'
import { createChance } from '#testing/chance.ts'
import { createLines, createShared, ID, openInstance } from '#testing/doubles/random-delivery.ts'
import { createFakeClock } from '#testing/fake-clock.ts'

/** On an idle machine this takes two seconds. */
const WITHIN_MS = 120_000

interface Circumstances {
  /** Whether the device counts its connections. */
  isCounted?: boolean
  /** How far the clock of the second instance is ahead, in milliseconds. */
  aheadMs?: number
  /** The share of messages that are lost, 0..1. */
  lost?: number
  /** Whether the broker also reports the ends of connections. */
  isNotified?: boolean
  /** Whether both instances need the device until the end, as for a socket. */
  isHeld?: boolean
  minutes?: number
}

const START = new Date('2026-06-21T10:00:00.000Z')

async function run(
  seed: number,
  { isCounted = true, aheadMs = 0, lost = 0, isNotified = false, isHeld = false, minutes = 0 }: Circumstances,
) {
  const chance = createChance(seed)
  const lines = createLines(chance)
  const shared = createShared(lines, chance, lost)
  const received: string[] = []
  const clocks = [createFakeClock(START), createFakeClock(new Date(START.getTime() + aheadMs))] as const
  const advance = async (ms: number) => {
    for (const clock of clocks) await clock.advanceAsync(ms)
  }
  const instances = [
    await openInstance(0, { lines, shared, clock: clocks[0], received }),
    await openInstance(1, { lines, shared, clock: clocks[1], received }),
  ]
  let session = 0
  let counts = 0
  const counted = () => (isCounted ? { session } : {})
  const comes = () => {
    session += 1
    shared.publish(`senca/${ID}/status`, { connected: true, ...counted(), type: 'awning' }, true)
    says()
  }
  const says = () => {
    counts += 1
    const state = { status: 'ready', position: 50, totalRestarts: session, totalStateUpdates: counts }
    shared.publish(`senca/${ID}/state`, state, true)
  }
  const goes = () => {
    shared.publish(`senca/${ID}/status`, { connected: false, ...counted() }, true)
    if (!isNotified) return
    const endedAt = clocks[0].now()
    lines.put('device', () =>
      lines.put('hook', () => instances[chance.below(2)]?.guard?.disconnected(ID, endedAt)),
    )
  }
  const comesAgain = () => {
    goes()
    comes()
  }
  const waits: Promise<unknown>[] = []
  const script: (() => void)[] = [comes]
  const length = chance.below(4)
  for (let n = 0; n < length; n += 1) script.push(chance.next() < 0.5 ? says : comesAgain)
  if (chance.next() < 0.3) script.push(goes)
  const loads = instances.map(
    ({ shadows }) =>
      () =>
        void waits.push(shadows.load([ID])),
  )
  for (const load of loads) if (chance.next() < 0.7) script.splice(chance.below(script.length + 1), 0, load)
  while (script.length > 0 || !lines.isEmpty()) {
    if (script.length > 0 && (lines.isEmpty() || chance.next() < 0.15)) script.shift()?.()
    else await lines.step()
    await advance(chance.below(5))
  }
  const settle = async () => {
    for (let n = 0; n < 3; n += 1) {
      await advance(1_000)
      while (!lines.isEmpty()) await lines.step()
    }
  }
  await settle()
  for (const load of loads) load()
  if (isHeld) for (const { shadows } of instances) shadows.hold([ID])
  await settle()
  for (let n = 0; n < 2 * minutes; n += 1) {
    await advance(30_000)
    while (!lines.isEmpty()) await lines.step()
  }
  await settle()
  await Promise.all(waits)
  const known = instances.map(({ shadows }) => shadows.peek(ID)?.connected)
  const isHere = JSON.parse(shared.kept.get(`senca/${ID}/status`) ?? '{}').connected
  for (const { shadows } of instances) await Promise.race([shadows.stop(), settle()])
  return { isHere, known, received }
}

it.each<[string, number, Circumstances]>([
  ['', 100, {}],
  [' where their clocks differ', 25, { aheadMs: 2_000 }],
  [' where the other clock differs', 25, { aheadMs: -2_000 }],
  [' where the broker reports ends too', 25, { isNotified: true, aheadMs: 1_000 }],
])(
  'in every order%s both instances know whether a device is connected',
  async (_name, runs, circumstances) => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const { isHere, known, received } = await run(seed, circumstances)
      expect(known, `seed ${seed}: ${received.join(', ')}`).toEqual([isHere, isHere])
    }
  },
)

it.each<[string, Circumstances]>([
  ['where messages are lost', { lost: 0.3, minutes: 1 }],
  ['where it does not count its connections', { isCounted: false, minutes: 1 }],
])(
  'a connected device is known as connected within a minute, also %s',
  async (_name, circumstances) => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const { isHere, known, received } = await run(seed, circumstances)
      if (isHere) expect(known, `seed ${seed}: ${received.join(', ')}`).toEqual([true, true])
    }
  },
  WITHIN_MS,
)

it.each<[string, Circumstances]>([
  ['', {}],
  [' and it does not count its connections', { isCounted: false }],
])(
  'a device whose last will is lost%s is known as offline within ten minutes',
  async (_name, circumstances) => {
    let away = 0
    for (let seed = 1; seed <= 50; seed += 1) {
      const { isHere, known, received } = await run(seed, {
        ...circumstances,
        lost: 0.3,
        isHeld: true,
        minutes: 10,
      })
      expect(known, `seed ${seed}: ${received.join(', ')}`).toEqual([isHere, isHere])
      if (!isHere) away += 1
    }
    expect(away).toBeGreaterThan(0)
  },
  WITHIN_MS,
)

it('a device that nobody needs is dropped by both, although its retained messages are read again', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const { known, received } = await run(seed, { minutes: 25 })
    expect(known, `seed ${seed}: ${received.join(', ')}`).toEqual([undefined, undefined])
  }
})
