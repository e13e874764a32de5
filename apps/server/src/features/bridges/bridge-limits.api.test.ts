import { commandResultsSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, callBy, createBridge } from '#testing/homes/bridge-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'

let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await createTestApp()
  anna = await createPerson(app)
})
afterAll(() => app.close())

const SCOPES = ['devices:read', 'devices:command', 'scenarios:run']
const moveBy = (secret: string, id: string, position: number) =>
  callBy(app, secret, 'POST', `${API}/device/move`, {
    commands: [{ token: id, command: 'move', position }],
    wait: false,
  })
const resultsOf = async (answer: ReturnType<typeof moveBy>) => commandResultsSchema.parse((await answer).body)

/** Lets time pass in small steps until something has happened. */
async function passUntil<T>(change: Promise<T>): Promise<T> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  change.then(end, end)
  while (!isOver) await app.clock.advanceAsync(5)
  return change
}

describe('a costly call of connected apps', () => {
  it('has a budget for each of them, and none that others use up', async () => {
    await anna.ok(anna.api('POST', `${API}/home/create`, { json: { name: 'Home', lat: 46.05, lon: 14.5 } }))
    const [greedy, other] = [await createBridge(anna, []), await createBridge(anna, [])]
    const sun = async (secret: string) => (await callBy(app, secret, 'GET', `${API}/home/sun`)).status
    const answers = await Promise.all(Array.from({ length: 130 }, () => sun(greedy.secret)))
    expect(new Set(answers)).toEqual(new Set([200, 429]))
    expect(await sun(other.secret)).toBe(200)
    expect((await anna.api('GET', `${API}/home/sun`)).status).toBe(200)
  })
})

describe('a connected app that sends many commands', () => {
  it('moves a shade at most each 250 ms: first and last, and those between are replaced [BR11]', async () => {
    const shade = await moveIn(app, anna, 'roller_shutter', { state: { position: 0 } })
    const { secret } = await createBridge(anna, [shade.id], { scopes: SCOPES })
    const first = await resultsOf(moveBy(secret, shade.id, 10))
    expect(first).toMatchObject([{ status: 'success' }])
    const waiting = [20, 30, 40].map((position) => moveBy(secret, shade.id, position))
    await passUntil(Promise.all(waiting))
    const details = (await Promise.all(waiting.map(resultsOf))).map(([result]) =>
      result?.status === 'error' ? [result.error, result.error_detail] : result?.status,
    )
    expect(details.filter((one) => one === 'success')).toHaveLength(1)
    expect(details.filter((one) => Array.isArray(one))).toEqual([
      ['device_update_failed', 'replaced'],
      ['device_update_failed', 'replaced'],
    ])
    await shade.device.end()
  })

  it('is refused beyond 60 at once, counted per device command, and never for a stop [BR13]', async () => {
    const shades = await Promise.all(
      Array.from({ length: 4 }, () => moveIn(app, anna, 'roller_shutter', { state: { position: 0 } })),
    )
    const ids = shades.map(({ id }) => id)
    const { secret } = await createBridge(anna, ids, { scopes: SCOPES })
    const group = Object(
      await anna.ok(anna.api('POST', `${API}/group/create`, { json: { name: 'All', devices: ids } })),
    )
    const scenario = Object(
      await anna.ok(
        anna.api('POST', `${API}/scenario/create`, {
          json: {
            name: 'All',
            enabled: true,
            targets: ids,
            triggers: [],
            actions: [{ type: 'MoveSelf', position: 0.5 }],
          },
        }),
      ),
    )
    const moveGroup = (position: number) =>
      callBy(app, secret, 'POST', `${API}/group/move`, { id: group.id, command: 'move', position })
    const moves = Array.from({ length: 24 }, (_, nth) => moveGroup(nth))
    // The clock of the test does not move, so what is beyond the limit is refused at once.
    const isRefused = async (answer: (typeof moves)[number]) => {
      expect(JSON.stringify((await answer).body)).toContain('too_many_requests')
    }
    await Promise.any(moves.map(isRefused))
    const run = () => callBy(app, secret, 'POST', `${API}/scenario/run`, { id: scenario.id })
    expect(refusalOf(await run())).toMatchObject({ status: 429, error: 'too_many_requests' })
    const stop = { commands: ids.map((token) => ({ token })) }
    const stopped = await callBy(app, secret, 'POST', `${API}/device/abort`, stop)
    expect(JSON.stringify(stopped.body)).not.toContain('too_many_requests')
    await passUntil(Promise.all(moves))
    app.clock.advance(10_000)
    expect((await run()).status).toBe(200)
    for (const { device } of shades) await device.end()
  })
})
