import { expect, it, vi } from 'vitest'
import { askDevice } from '#testing/device-calls.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { killServer, ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

const startServer = ownServer()
const start = () => startServer({ OPERATOR_TOKEN })

it('acknowledged account, name, settings and saved places survive kill -9 of the server, and of server and database', async () => {
  let app = await start()
  for (const isWhole of [false, true]) {
    const email = newEmail()
    const owner = createTestClient(app)
    await owner.ok(owner.register(email))
    const { device, ...blind } = await moveIn(app, owner, 'venetian_blind', {
      onCommand: (command, own) => own.succeed(command),
    })
    const settings = { switchType: 'push_button', inclinationTime: 2_300 }
    const change = (call: string, json: object) =>
      owner.ok(askDevice(owner, call, { token: blind.id, ...json }))
    await change('rename', { name: 'Reading corner' })
    await change('favourite', { position: 40, inclination: 25 })
    await change('settings', { settings })
    await change('ventilation', { position: 62.5, inclination: 50 })
    await killServer(app, isWhole)
    device.cut()

    app = await start()
    const again = createTestClient(app)
    await again.ok(again.logIn(email))
    expect((await again.info(blind.id))[blind.id]).toMatchObject({
      name: 'Reading corner',
      settings,
      favourite: { position: 0.4, inclination: 0.25 },
      ventilation: { position: 0.625, inclination: 0.5 },
    })
    // The device can sign in again.
    const back = await connectFakeDevice({
      mqtt: app.mqtt,
      ...blind,
      type: 'venetian_blind',
      totalRestarts: 2,
    })
    await vi.waitFor(async () =>
      expect((await again.info(blind.id))[blind.id]).toMatchObject({ connected: true, totalRestarts: 2 }),
    )
    await back.end()
  }
}, 300_000)
