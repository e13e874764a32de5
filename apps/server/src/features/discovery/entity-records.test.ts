import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { EntityRow } from './discovery.store.ts'
import { createEntityRecords } from './entity-records.ts'

const ANNOUNCEMENT = { topic: 'homeassistant/cover/blind/config', payload: Buffer.from('{}') }

it('[HW23] what announced an entity is stored before a device is made of it, and dropped if none is', async () => {
  const clock = createFakeClock(new Date('2026-11-28T12:00:00Z'))
  const stored: EntityRow['announcement'][] = []
  const records = createEntityRecords({
    accountId: 'account',
    rows: [],
    store: {
      async save(_accountId, { put }) {
        stored.push(...put.map(({ announcement }) => announcement))
      },
    },
    clock,
    announcementOf: () => ANNOUNCEMENT,
    isInDevice: () => false,
    failed(error) {
      throw error
    },
  })
  records.appeared('blind')
  const release = await records.keepFor(['blind'])
  expect(stored).toEqual([ANNOUNCEMENT])
  release()
  await clock.advanceAsync(1_000)
  expect(stored).toEqual([ANNOUNCEMENT, null])
})
