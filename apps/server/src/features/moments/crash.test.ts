import { momentSchema, momentsSchema } from '@senca/contract/automation'
import { expect, it, vi } from 'vitest'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { killServer, ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

const startServer = ownServer()
const start = () => startServer({ OPERATOR_TOKEN })

it('[SC30] acknowledged moments survive kill -9 of server and database, and a run that it ended is not resumed', async () => {
  let app = await start()
  const email = newEmail()
  const owner = createTestClient(app)
  await owner.ok(owner.register(email))
  const silent = await moveIn(app, owner, 'roller_shutter', { onCommand: () => {} })
  const lamp = await moveIn(app, owner, 'light', { state: { light1Brightness: 1 } })
  const ask = (call: string, json: object) => owner.api('POST', `/auth/api/v1/moment/${call}`, { json })
  const steps = [{ act: 'close_shades' }, { act: 'lights_off' }]
  const made = momentSchema.parse(await owner.ok(ask('create', { name: 'Leave', steps })))
  const renamed = momentSchema.parse(await owner.ok(ask('update', { id: made.id, name: 'Gone' })))
  // The shade never answers, so that the server ends before the second step.
  const run = ask('run', { id: made.id }).catch(() => null)
  await vi.waitFor(() => expect(silent.device.received).toHaveLength(1))
  await killServer(app, true)
  await run
  silent.device.cut()
  lamp.device.cut()

  app = await start()
  const again = createTestClient(app)
  await again.ok(again.logIn(email))
  expect(momentsSchema.parse(await again.ok(again.api('GET', '/auth/api/v1/moment/list')))).toEqual([renamed])
  const plugIn = ({ id, secret }: typeof lamp, type: string, state = {}) =>
    connectFakeDevice({ mqtt: app.mqtt, id, secret, type, state, totalRestarts: 2 })
  const back = [await plugIn(silent, 'roller_shutter'), await plugIn(lamp, 'light', { light1Brightness: 1 })]
  await vi.waitFor(async () =>
    expect((await again.info(lamp.id))[lamp.id]).toMatchObject({ connected: true, totalRestarts: 2 }),
  )
  const second = again.api('POST', '/auth/api/v1/moment/run', { json: { id: made.id } })
  await again.ok(second)
  expect(back.map(({ received }) => received.map(({ command }) => command))).toEqual([
    ['move'],
    ['light_apply'],
  ])
  for (const device of back) await device.end()
}, 300_000)
