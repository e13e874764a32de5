import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { scenarioHome } from '#testing/homes/scenario-home.ts'
import { type ThirdPartyHome, thirdPartyHome } from '#testing/homes/third-party-home.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

type Device = Awaited<ReturnType<ThirdPartyHome['devices']>>[number]

let home: ThirdPartyHome
let mute: Device
let reporting: Device
beforeAll(async () => {
  home = await thirdPartyHome()
  const [first, second] = await home.devices([
    ['roller_shutter', 'none'],
    ['roller_shutter', 'reported'],
  ])
  if (first === undefined || second === undefined) throw new Error('no devices')
  ;[mute, reporting] = [first, second]
})
afterAll(() => home.app.close())

const { create, ask } = scenarioHome(() => home.owner)

/** Lets time pass in steps that give the database time. */
const pass = async (seconds: number) => {
  for (let left = seconds; left > 0; left -= 10) {
    await home.app.clock.advanceAsync(Math.min(left, 10) * 1_000)
    await setTimeout(20)
  }
}
const alarm = async (on: boolean, source: 'smoke' | 'break_in' = 'smoke') => {
  home.owner.forgetApiToken()
  await home.owner.ok(home.owner.api('POST', '/auth/api/v1/security/alarm', { json: { source, on } }))
  await pass(3)
}
const moves = ({ calls }: Device) => calls().filter(({ method }) => method === 'Cover.GoToPosition').length
const hasMoved = (device: Device, times = 1) =>
  vi.waitFor(async () => {
    await pass(1)
    expect(moves(device)).toBe(times)
  })
const movesAgain = (device: Device, before: number) =>
  vi.waitFor(async () => {
    await pass(1)
    expect(moves(device)).toBeGreaterThan(before)
  })
const protect = (device: Device, sources = ['smoke']) =>
  create([device.id], {
    name: `Alarm ${device.address}`,
    triggers: [{ type: 'Security', sources }],
    actions: [{ type: 'MoveSelfSecurity' }],
  })
const moveTo = (device: Device, position: number) => {
  home.owner.forgetApiToken()
  return home.owner.move([{ token: device.id, command: 'move', position }], false)
}

it('held hardware that confirms nothing is sent to its safe place at once, after 60 s, on reconnecting and once an hour [HW42]', async () => {
  const { id } = await protect(mute)
  mute.report({ pos: 40, assumed: true })
  await pass(1)
  await alarm(true)
  await hasMoved(mute)
  // It echoes that it is there, which proves nothing.
  mute.report({ pos: 100, assumed: true })
  await pass(50)
  expect(moves(mute)).toBe(1)
  await pass(10)
  await hasMoved(mute, 2)
  expect(await moveTo(mute, 50)).toMatchObject([{ status: 'error', error: 'weather_scenario_matched' }])
  expect(await moveTo(mute, 0)).toMatchObject([{ status: 'unconfirmed' }])
  const before = moves(mute)
  home.bridge.unplug(mute.address)
  await pass(1)
  home.bridge.plugIn(mute.address, ['open', 'close', 'stop', 'setPosition'])
  await hasMoved(mute, before + 1)
  await pass(3_500)
  expect(moves(mute)).toBe(before + 1)
  await pass(100)
  await hasMoved(mute, before + 2)
  await alarm(false)
  await home.owner.ok(ask('delete', { id }))
})

it('held hardware that confirms nothing is sent to a new safe place twice within a minute too [HW42]', async () => {
  const { id } = await protect(mute, ['smoke', 'break_in'])
  const isSentTwice = async (source: 'smoke' | 'break_in') => {
    const before = moves(mute)
    await alarm(true, source)
    await movesAgain(mute, before)
    const sent = moves(mute)
    await pass(50)
    expect(moves(mute)).toBe(sent)
    await movesAgain(mute, sent)
  }
  await isSentTwice('break_in')
  // Now it must be open, so that people can leave.
  await isSentTwice('smoke')
  await alarm(false, 'smoke')
  await alarm(false, 'break_in')
  await home.owner.ok(ask('delete', { id }))
})

it('a safety move that was only echoed is repeated until a live report has the safe place [HW42]', async () => {
  home.owner.forgetApiToken()
  await protect(reporting)
  reporting.report({ pos: 0 })
  await pass(1)
  await alarm(true)
  await hasMoved(reporting)
  reporting.report({ pos: 100, assumed: true })
  await pass(80)
  expect(moves(reporting)).toBe(1)
  await pass(40)
  await hasMoved(reporting, 2)
  // Hardware of others stops up to 5 percent beside its place.
  reporting.report({ pos: 96 })
  await pass(300)
  expect(moves(reporting)).toBe(2)
  await alarm(false)
})
