import { describe, expect, it } from 'vitest'
import { enqueueStatus, type StatusReport } from './status-queue.ts'

const status = (firmware: string | null, rest: Partial<StatusReport> = {}): StatusReport => ({
  kind: 'hardware',
  address: 'abcdefgh',
  type: null,
  version: null,
  firmware,
  factoryReset: false,
  capabilities: null,
  ...rest,
})

describe('the statuses of a device that wait', () => {
  it('are kept one by one while they are few', () => {
    const line: StatusReport[] = []
    enqueueStatus(line, status('1', { factoryReset: true }))
    enqueueStatus(line, status('2'))
    expect(line.map(({ firmware, factoryReset }) => [firmware, factoryReset])).toEqual([
      ['1', true],
      ['2', false],
    ])
  })

  it('are at most eight, of which the last has the newest values', () => {
    const line: StatusReport[] = []
    for (let n = 0; n < 10_000; n += 1) enqueueStatus(line, status(`${n}`, { factoryReset: n % 2 === 0 }))
    expect(line).toHaveLength(8)
    expect(line[0]).toMatchObject({ firmware: '0' })
    expect(line.at(-1)).toMatchObject({ firmware: '9999', factoryReset: false })
  })

  it('lose nothing that a newer one leaves out', () => {
    const line = Array.from({ length: 8 }, (_, n) => status(`${n}`, { type: 'awning', version: 2 }))
    enqueueStatus(line, status(null, { factoryReset: true }))
    expect(line.at(-1)).toMatchObject({ firmware: '7', type: 'awning', version: 2, factoryReset: true })
  })
})
