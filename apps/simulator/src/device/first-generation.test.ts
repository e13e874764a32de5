import { describe, expect, it } from 'vitest'
import { createBench } from '../testing/bench.ts'

describe('[DP40] a controller of the first generation', () => {
  const answerTo = (command: Record<string, unknown>) => {
    const bench = createBench({ type: 'venetian_blind', version: 1 })
    const id = bench.send(command)
    return [
      bench.statuses()[0]?.version,
      bench.results().find((result) => JSON.stringify(result).includes(id)),
    ]
  }

  it.each([
    [{ command: 'move', position: 40, inclination: 10 }, 'device_unsupported_action'],
    [{ command: 'move_to_ventilation' }, 'invalid_command'],
    [{ command: 'settings', settings: { motorInverted: true } }, 'invalid_command'],
    [{ command: 'register_key' }, 'invalid_command'],
  ])('refuses %j', (command, error) => {
    expect(answerTo(command)).toMatchObject([1, { status: 'error', error }])
  })

  it.each([
    [{ command: 'move', position: 40 }],
    [{ command: 'move', inclination: 40 }],
    [{ command: 'restart' }],
  ])('takes %j', (command) => {
    expect(answerTo(command)).toMatchObject([1, { status: 'success' }])
  })
})
