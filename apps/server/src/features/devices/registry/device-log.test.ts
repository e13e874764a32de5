import { expect, it } from 'vitest'
import { createMetrics } from '#platform/http/metrics.ts'
import type { Logger } from '#platform/logger.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createDeviceLog } from './device-log.ts'

it('reports that belong to no device are all counted, and logged with a limit', async () => {
  const lines: object[] = []
  const keep = (about: object) => lines.push(about)
  const clock = createFakeClock()
  const metrics = createMetrics()
  const logger = { warn: keep, error: keep } as unknown as Logger
  const { ofNoDevice } = createDeviceLog({ clock, logger, metrics })
  const notify = (count: number) => {
    for (let n = 0; n < count; n += 1) ofNoDevice({ driver: 'senca', address: 'nobody12' })
  }
  notify(1_000)
  expect(lines).toHaveLength(10)
  clock.advance(60_000)
  notify(1)
  expect(lines[10]).toEqual({ driver: 'senca', address: 'nobody12', others: 990 })
  expect(await metrics.registry.metrics()).toContain('senca_reports_of_no_device_total{driver="senca"} 1001')
})
