import type { CommandResult } from '@senca/contract'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'
import en from '#i18n/locales/en.json'
import { setUp } from '../testing/commands.ts'
import { deviceOf } from '../testing/devices.ts'
import { commandViewOf, newestFirst } from './command-status.ts'

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: en } } })
})

describe('a command that nobody confirmed [HW38]', () => {
  it.each<CommandResult>([
    { status: 'unconfirmed', device_ids: ['device-1'] },
    {
      status: 'error',
      error: 'device_request_timeout',
      error_description: '',
      error_detail: 'may_still_happen',
      device_ids: ['device-1'],
    },
  ])('$status says so for eight seconds, is no error and is not offered again', async (result) => {
    const { commands, lanes, reply, clock, move } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0, [result])
    const entries = newestFirst(lanes() ?? {})
    expect(commandViewOf(entries, i18next.t)).toMatchObject({
      error: 'Sent, not confirmed. It may still happen.',
      isUnconfirmed: true,
      canRetry: false,
    })
    commands.retry('device-1')
    expect(move).toHaveBeenCalledOnce()
    await clock.advance(8_000)
    expect(lanes()).toBeUndefined()
  })

  it('is done if the device does it after all', async () => {
    const { commands, lanes, reply, report } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0, [{ status: 'unconfirmed', device_ids: ['device-1'] }])
    report({ status: 'closing', position: 0.4 })
    expect(lanes()?.move).toMatchObject({ phase: 'moving', failure: null })
    report({ status: 'ready', position: 1 })
    expect(lanes()?.move?.phase).toBe('done')
  })
})

it.each([
  ['hardware of others', null, 'done'],
  ['our own hardware', 2, 'failed'],
])('a move of %s that comes to rest 4 percent beside its target [HW40]', async (_name, version, phase) => {
  const { commands, lanes, reply, report } = setUp(deviceOf({ version, state: { position: 0.5 } }))
  commands.move('device-1', { position: 1 })
  await reply(0)
  report({ status: 'closing', position: 0.8 })
  report({ status: 'ready', position: 0.96 })
  expect(lanes()?.move?.phase).toBe(phase)
})

describe('silence', () => {
  const fallSilent = async (isConnected: boolean, device = deviceOf()) => {
    const made = setUp(device)
    made.commands.move('device-1', { position: 1 })
    await made.reply(0)
    made.line.isConnected = isConnected
    await made.clock.advance(10_000)
    return made
  }

  it('is the device’s where the page is connected, and the connection’s where it is not', async () => {
    const { lanes } = await fallSilent(true)
    expect(lanes()?.move?.failure).toMatchObject({ by: 'device', error: 'device_not_responding' })
    const { lanes: disconnected } = await fallSilent(false)
    expect(disconnected()?.move).toMatchObject({ phase: 'failed', failure: { by: 'connection' } })
  })

  it.each([true, false])('is cleared by a later report (connected: %s)', async (isConnected) => {
    const { lanes, report } = await fallSilent(isConnected)
    report({ status: 'ready', position: 0.4 })
    expect(lanes()?.move?.phase).toBe('failed')
    report({ status: 'closing', position: 0.5 })
    expect(lanes()?.move).toMatchObject({ phase: 'moving', failure: null })
    report({ status: 'ready', position: 1 })
    expect(lanes()?.move?.phase).toBe('done')
  })

  it.each([true, false])(
    'is not cleared by later commands of others (connected: %s)',
    async (isConnected) => {
      const { lanes, report, clock } = await fallSilent(isConnected)
      await clock.advance(3_600_000)
      report({ status: 'ready', position: 1 })
      expect(lanes()?.move?.phase).toBe('failed')
      report({ status: 'opening', position: 0.9 })
      expect(lanes()?.move).toBeUndefined()
    },
  )

  it('of a device that arrived meanwhile is cleared as done', async () => {
    const { lanes, report } = await fallSilent(false)
    report({ status: 'ready', position: 1 })
    expect(lanes()?.move).toMatchObject({ phase: 'done', failure: null })
  })

  it('that the server itself reports stays a refusal', async () => {
    const { commands, lanes, reply, report } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0, [
      { status: 'error', error: 'device_not_responding', error_description: '', device_ids: ['device-1'] },
    ])
    report({ status: 'ready', position: 1 })
    expect(lanes()?.move?.phase).toBe('failed')
  })
})

describe('a stop while the page is connecting [PK13]', () => {
  const connecting = () => {
    const made = setUp()
    made.line.isConnected = false
    return made
  }
  const unreachable = () => Promise.reject(new NetworkFailure('No answer from the server'))

  it('is tried until the server is reached', async () => {
    const { commands, lanes, abort, clock } = connecting()
    abort.mockImplementationOnce(unreachable).mockImplementationOnce(unreachable)
    commands.stop('device-1')
    await clock.advance(1_000)
    expect(abort).toHaveBeenCalledTimes(3)
    expect(lanes()?.move?.phase).toBe('pending')
    await clock.advance(4_000)
    expect(abort).toHaveBeenCalledTimes(3)
  })

  it('fails after five seconds and is not sent later', async () => {
    const { commands, lanes, abort, clock } = connecting()
    abort.mockImplementation(unreachable)
    commands.stop('device-1')
    await clock.advance(4_999)
    expect(lanes()?.move?.phase).toBe('pending')
    await clock.advance(1)
    expect(lanes()?.move).toMatchObject({ phase: 'failed', failure: { by: 'transport' } })
    const tries = abort.mock.calls.length
    await clock.advance(60_000)
    expect(abort).toHaveBeenCalledTimes(tries)
  })

  it('is refused at once if the server answers so', async () => {
    const { commands, lanes, abort, clock } = connecting()
    abort.mockRejectedValueOnce(
      new ApiFailure(403, { error: 'insufficient_permissions', error_description: '' }),
    )
    commands.stop('device-1')
    await clock.advance(0)
    expect(lanes()?.move?.phase).toBe('failed')
    expect(abort).toHaveBeenCalledOnce()
  })

  it('is sent once on a connected page', async () => {
    const { commands, lanes, abort, clock } = setUp()
    abort.mockImplementation(unreachable)
    commands.stop('device-1')
    await clock.advance(10_000)
    expect(abort).toHaveBeenCalledOnce()
    expect(lanes()?.move?.phase).toBe('failed')
  })
})
