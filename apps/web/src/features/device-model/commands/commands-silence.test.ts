import type { CommandResult } from '@senca/contract'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
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
    const { lanes: unheard } = await fallSilent(false)
    expect(unheard()?.move).toMatchObject({ phase: 'failed', failure: { by: 'connection' } })
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
