import { describe, expect, it } from 'vitest'
import { setUp } from '../testing/commands.ts'
import { deviceOf } from '../testing/devices.ts'

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
