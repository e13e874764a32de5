import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { momentHome } from '#testing/homes/moment-home.ts'
import { scenarioHome } from '#testing/homes/scenario-home.ts'
import { type ThirdPartyHome, thirdPartyHome } from '#testing/homes/third-party-home.ts'

let home: ThirdPartyHome
beforeAll(async () => {
  home = await thirdPartyHome()
})
afterAll(() => home.app.close())

const { create, run } = momentHome(() => home.owner)
const scenarios = scenarioHome(() => home.owner)

it('hardware of other makers that confirms nothing is answered as unconfirmed, in each step [SC30]', async () => {
  const [mute, door] = await home.devices([
    ['roller_shutter', 'none'],
    ['home_door', 'reported'],
  ])
  if (mute === undefined || door === undefined) throw new Error('no devices')
  const { id: scenarioId } = await scenarios.create([mute.id], { triggers: [] })
  const { id } = await create('Leave', [{ act: 'close_shades' }, { scenarioId }, { act: 'check_doors' }])
  const answer = run(id)
  let isOver = false
  void answer.finally(() => {
    isOver = true
  })
  await vi.waitFor(
    async () => {
      await home.app.clock.advanceAsync(500)
      if (!isOver) throw new Error('still running')
    },
    { timeout: 60_000 },
  )
  const [closing, half, checking] = await answer
  expect(closing?.results).toEqual([{ status: 'unconfirmed', device_ids: [mute.id] }])
  expect(half?.results).toEqual([{ status: 'unconfirmed', device_ids: [mute.id] }])
  // It can only be unlocked, so it is looked at.
  expect(checking).toMatchObject({ results: [], doors: [{ deviceId: door.id, locked: true, open: null }] })
  expect(door.calls()).toEqual([])
}, 120_000)
