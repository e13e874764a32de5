import { errorBodySchema } from '@senca/contract'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, claimUnseen, commandNames, receivedBy, refusal } from '#testing/device-calls.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const ask = (call: string, json: object, client = owner) => askDevice(client, call, json)
const set = (token: string, settings: object, client = owner) => ask('settings', { token, settings }, client)
const silent = { onCommand: () => {} }

describe.each(['restart', 'recalibrate'])('to %s', (call) => {
  it('is done once the device took it', async () => {
    const home = await moveIn(app, owner, 'roller_shutter')
    expect(await owner.ok(ask(call, { token: home.id }))).toEqual({})
    expect(commandNames(home.device)).toContain(call)
    await home.device.end()
  })

  it.each(['device_busy', 'device_update_failed', 'device_not_ready', 'device_unsupported_action'])(
    'is refused in the words of the device: %s',
    async (word) => {
      const home = await moveIn(app, owner, 'awning', {
        onCommand: (command, device) => device.refuse(command, word),
      })
      const status = word === 'device_unsupported_action' ? 400 : 409
      expect(refusal(await ask(call, { token: home.id }))).toEqual([status, word, undefined])
      await home.device.end()
    },
  )

  it('is refused for a device that is away, never came or never reported', async () => {
    const away = await moveIn(app, owner, 'awning')
    await away.device.end()
    await vi.waitFor(async () => expect((await owner.info(away.id))[away.id]?.connected).toBe(false))
    expect(refusal(await ask(call, { token: away.id }))).toEqual([409, 'device_offline', undefined])
    const never = await claimUnseen(owner, 'awning')
    expect(refusal(await ask(call, { token: never.id }))).toEqual([409, 'device_offline', undefined])
    const mute = await connectAsync(`mqtt://${app.mqtt.host}:${app.mqtt.port}`, {
      clientId: never.id,
      username: never.id,
      password: never.secret,
    })
    await vi.waitFor(async () => expect((await owner.info(never.id))[never.id]?.connected).toBe(true))
    expect(refusal(await ask(call, { token: never.id }))).toEqual([409, 'device_not_ready', undefined])
    expect(refusal(await set(never.id, { motorInverted: true }))).toEqual([
      409,
      'device_not_ready',
      undefined,
    ])
    await mute.endAsync()
  })

  it('times out after five seconds, and a later answer of the device is ignored', async () => {
    const home = await moveIn(app, owner, 'awning', silent)
    const answer = ask(call, { token: home.id })
    const command = await receivedBy(home.device, call)
    app.clock.advance(5_000)
    expect(refusal(await answer)).toEqual([504, 'device_request_timeout', undefined])
    const withdrawal = await receivedBy(home.device, 'withdraw')
    expect(withdrawal.withdraws).toBe(command.id)
    home.device.succeed(command)
    home.device.report({ position: 0.31 })
    await vi.waitFor(async () => expect((await owner.info(home.id))[home.id]?.state.position).toBe(0.31))
    await home.device.end()
  })

  it('ends with the home of the device', async () => {
    const home = await moveIn(app, owner, 'awning', {
      onCommand: (command, device) => {
        if (command.command === 'forget') device.succeed(command)
      },
    })
    const answers = [ask(call, { token: home.id }), ask(call, { token: home.id })]
    const received = await receivedBy(home.device, call)
    await owner.delete(home.id)
    home.device.succeed(received)
    for (const answer of answers) expect(refusal(await answer)).toEqual([404, 'device_not_exist', undefined])
    expect(commandNames(home.device).filter((name) => name === call)).toHaveLength(1)
    await home.device.end()
  })
})

describe('calibrating', () => {
  it('is refused for a light', async () => {
    const home = await moveIn(app, owner, 'light', { state: { light1Brightness: 0 } })
    expect(refusal(await ask('recalibrate', { token: home.id }))).toEqual([
      400,
      'device_unsupported_action',
      undefined,
    ])
    expect(commandNames(home.device)).toEqual([])
    await home.device.end()
  })

  it('is refused for a door without locks, and done by one with either', async () => {
    const foil = await moveIn(app, owner, 'home_door', { state: { magicFoilConnected: true } })
    expect(refusal(await ask('recalibrate', { token: foil.id }))).toEqual([
      400,
      'device_unsupported_action',
      undefined,
    ])
    expect(commandNames(foil.device)).toEqual([])
    const locked = await moveIn(app, owner, 'home_door', { state: { magnetLockConnected: true } })
    await owner.ok(ask('recalibrate', { token: locked.id }))
    for (const { device } of [foil, locked]) await device.end()
  })

  it('keeps a device busy for all but stopping and restarting [CM18]', async () => {
    const home = await moveIn(app, owner, 'awning', { state: { status: 'calibrating' } })
    expect(refusal(await ask('recalibrate', { token: home.id }))).toEqual([409, 'device_busy', undefined])
    for (const command of [{ command: 'move', position: 5 }, { command: 'move_to_ventilation' }])
      expect(await owner.move([{ token: home.id, ...command }])).toMatchObject([{ error: 'device_busy' }])
    expect(commandNames(home.device)).toEqual([])
    expect(await owner.abort(home.id)).toMatchObject([{ status: 'success' }])
    await owner.ok(ask('restart', { token: home.id }))
    home.device.report({ status: 'ready' })
    await vi.waitFor(async () =>
      expect(await owner.move([{ token: home.id, command: 'move', position: 5 }])).toMatchObject([
        { status: 'success' },
      ]),
    )
    await home.device.end()
  })
})

it('a caller that waits for a device when the server stops receives a failure of the server', async () => {
  const twin = await app.twin()
  const home = await moveIn(app, owner, 'awning', silent)
  const headers = { authorization: `Bearer ${await owner.apiToken()}` }
  const askTwin = async (call: string, payload: object) => {
    const url = `/auth/api/v1/device/${call}`
    const answer = await twin.http.inject({ method: 'POST', url, headers, payload })
    return [answer.statusCode, errorBodySchema.parse(answer.json()).error]
  }
  const answers = [
    askTwin('restart', { token: home.id }),
    askTwin('settings', { token: home.id, settings: { motorInverted: true } }),
  ]
  await vi.waitFor(() => expect(commandNames(home.device)).not.toEqual([]))
  const closing = twin.close()
  for (const answer of answers) expect(await answer).toEqual([503, 'internal_error'])
  await closing
  await home.device.end()
})
